/** The sections of the settings page, by the id that an address leads to (`/settings#audio`). */
export const SECTION_TITLES = {
  lines: "Lines",
  forwarding: "Forwarding",
  phone: "Phone",
  blocked: "Blocked numbers",
  appearance: "Appearance",
  calling: "Calling",
  audio: "Audio devices",
  sounds: "Sounds",
  notifications: "Notifications",
  "external-app": "External app",
  shortcuts: "Shortcuts",
  filters: "Filters",
  security: "Security",
} as const;

export type SectionId = keyof typeof SECTION_TITLES;
