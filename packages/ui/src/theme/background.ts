/** The page tint a user can choose. Panels stand on it in `--offhook-surface`. */
export const backgrounds = {
  isabelline: { light: "#f4f0ec", dark: "#1a1715" },
  aquaHaze: { light: "#edf5f5", dark: "#131a1b" },
  whiteSmoke: { light: "#f5f5f5", dark: "#181818" },
  iceberg: { light: "#dcf0f4", dark: "#0f1b20" },
  champagne: { light: "#faf0da", dark: "#1d190f" },
  platinum: { light: "#e7e8ea", dark: "#1a1b1e" },
} as const satisfies Record<string, { light: string; dark: string }>;

export type Background = keyof typeof backgrounds;

export const backgroundNames = Object.keys(backgrounds) as readonly Background[];
