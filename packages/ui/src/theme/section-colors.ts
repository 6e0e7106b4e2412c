interface SectionColor {
  /** Text and icons; at least 4.5:1 on every background, on panels and on the soft fill of its scheme. */
  readonly light: string;
  readonly dark: string;
  /** The quiet fill behind an icon or a label of that section. */
  readonly lightSoft: string;
  readonly darkSoft: string;
}

/** Section colors only mark things; actions use the accent. */
export const sectionColors = {
  calls: { light: "#006aa8", lightSoft: "#e2f1fe", dark: "#51a7eb", darkSoft: "#193043" },
  answered: { light: "#017634", lightSoft: "#e1f5e4", dark: "#5cb572", darkSoft: "#1c3422" },
  missed: { light: "#ac433f", lightSoft: "#fee9e6", dark: "#eb827b", darkSoft: "#422522" },
  sms: { light: "#027071", lightSoft: "#d8f5f5", dark: "#0db5b5", darkSoft: "#0a3535" },
  fax: { light: "#995300", lightSoft: "#feeadb", dark: "#de8e46", darkSoft: "#3e2815" },
  voicemail: { light: "#7652ac", lightSoft: "#f1ebff", dark: "#b08fe8", darkSoft: "#312941" },
  chat: { light: "#525db6", lightSoft: "#eaeefe", dark: "#8a9af2", darkSoft: "#272c44" },
  teams: { light: "#964890", lightSoft: "#fbe8f8", dark: "#d285cb", darkSoft: "#3b2539" },
  contacts: { light: "#036e8b", lightSoft: "#daf3fe", dark: "#12aedb", darkSoft: "#10323f" },
  tasks: { light: "#696901", lightSoft: "#eff1da", dark: "#a5a739", darkSoft: "#2f3014" },
} as const satisfies Record<string, SectionColor>;

export type Section = keyof typeof sectionColors;

export const sectionNames = Object.keys(sectionColors) as readonly Section[];

/** A CSS value that follows the color scheme: `color: sectionColor("sms")`. */
export function sectionColor(section: Section): string {
  return `var(--offhook-section-${section})`;
}

export function sectionSoftColor(section: Section): string {
  return `var(--offhook-section-${section}-soft)`;
}
