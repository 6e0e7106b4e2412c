import type { SMS_TEMPLATE_VARIABLES } from "@offhook/contract";

export type TemplateValues = Readonly<Record<(typeof SMS_TEMPLATE_VARIABLES)[number], string>>;

/** Pure. A template with what is known filled in. What is not known stays, so that nobody sends a gap unseen. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof TemplateValues] || whole : whole,
  );
}
