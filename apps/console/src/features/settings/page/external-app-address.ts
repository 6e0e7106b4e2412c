export interface ExternalCall {
  readonly number: string;
  readonly name: string;
}

const WITHOUT_SCHEME = /^(?:[a-z][a-z\d+.-]*:)?\/*/i;

/** Fills the template in; https whatever was written, so that a caller's number never travels in the open. */
export function externalAppAddress(template: string, call: ExternalCall): string | undefined {
  const filled = template
    .trim()
    .replaceAll("{number}", encodeURIComponent(call.number))
    .replaceAll("{name}", encodeURIComponent(call.name))
    .replace(WITHOUT_SCHEME, "https://");
  return URL.canParse(filled) ? new URL(filled).href : undefined;
}

/** Why a template cannot be used; an empty one is simply not used yet. */
export function externalAppProblem(template: string): string | undefined {
  if (template.trim() === "") return undefined;
  const sample = { number: "12125550110", name: "Ana Reyes" };
  return externalAppAddress(template, sample) === undefined ? "This is not an address" : undefined;
}
