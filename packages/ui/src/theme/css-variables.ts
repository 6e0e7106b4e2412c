import type { CSSVariablesResolver } from "@mantine/core";
import { type Background, backgrounds } from "./background.ts";
import { sectionColors, sectionNames } from "./section-colors.ts";

type Scheme = "light" | "dark";

function sectionVariables(scheme: Scheme): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const section of sectionNames) {
    const color = sectionColors[section];
    variables[`--offhook-section-${section}`] = color[scheme];
    variables[`--offhook-section-${section}-soft`] = scheme === "light" ? color.lightSoft : color.darkSoft;
  }
  return variables;
}

const light = {
  "--offhook-surface": "#ffffff",
  "--offhook-surface-sunken": "#f1f4f6",
  "--offhook-border": "#d9dfe3",
  "--offhook-border-strong": "#8a9398",
  "--offhook-hover": "rgb(12 69 86 / 6%)",
  "--offhook-selected": "rgb(10 107 132 / 12%)",
  "--offhook-focus": "#0a6b84",
  "--offhook-presence-online": "#00824a",
  "--offhook-presence-away": "#b86e00",
  "--offhook-presence-offline": "#c9252d",
  "--offhook-highlight": "#ffe58a",
  "--offhook-highlight-text": "#1e2529",
  "--mantine-color-body": "#ffffff",
  "--mantine-color-text": "#1e2529",
  "--mantine-color-dimmed": "#545c60",
  "--mantine-color-placeholder": "#616a6e",
  "--mantine-color-error": "#ba1d27",
  "--mantine-color-success": "#017634",
  "--mantine-color-anchor": "#0a6b84",
  "--mantine-color-default-border": "#c0c9ce",
} as const;

const dark = {
  "--offhook-surface": "#1f2629",
  "--offhook-surface-sunken": "#171d20",
  "--offhook-border": "#333b3e",
  "--offhook-border-strong": "#7f888c",
  "--offhook-hover": "rgb(180 226 242 / 7%)",
  "--offhook-selected": "rgb(90 183 213 / 18%)",
  "--offhook-focus": "#5ab7d5",
  "--offhook-presence-online": "#30a867",
  "--offhook-presence-away": "#e0a03a",
  "--offhook-presence-offline": "#f0605c",
  "--offhook-highlight": "#7a6100",
  "--offhook-highlight-text": "#ffffff",
  "--mantine-color-body": "#1f2629",
  "--mantine-color-text": "#dde6eb",
  "--mantine-color-dimmed": "#a4acb1",
  "--mantine-color-placeholder": "#969fa4",
  "--mantine-color-error": "#ff8b82",
  "--mantine-color-success": "#60bb83",
  "--mantine-color-anchor": "#89cee7",
  "--mantine-color-default": "#252d30",
  "--mantine-color-default-hover": "#2c3538",
  "--mantine-color-default-border": "#474e52",
} as const;

// Mantine's light variants on dark are near black, darker than the panel below: a hole instead of a button.
function darkLightVariants(): Record<string, string> {
  const tints = {
    harbor: ["90 183 213", "#b4e2f2"],
    gray: ["180 226 242", "#dde6eb"],
    red: ["249 119 112", "#fec4be"],
    green: ["96 187 131", "#b6e1c3"],
    amber: ["212 150 72", "#eeceaa"],
  } as const;
  const variables: Record<string, string> = {};
  for (const [name, [tint, text]] of Object.entries(tints)) {
    variables[`--mantine-color-${name}-light`] = `rgb(${tint} / 16%)`;
    variables[`--mantine-color-${name}-light-hover`] = `rgb(${tint} / 24%)`;
    variables[`--mantine-color-${name}-light-color`] = text;
  }
  return variables;
}

/** The colors of one background, both schemes; exported for the contrast table. */
export function schemeVariables(background: Background, scheme: Scheme): Record<string, string> {
  return {
    ...(scheme === "light" ? light : { ...dark, ...darkLightVariants() }),
    ...sectionVariables(scheme),
    "--offhook-canvas": backgrounds[background][scheme],
  };
}

export function cssVariablesResolver(background: Background): CSSVariablesResolver {
  return () => ({
    variables: {
      "--offhook-emoji-font":
        '"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji", "Twemoji Mozilla", sans-serif',
    },
    light: schemeVariables(background, "light"),
    dark: schemeVariables(background, "dark"),
  });
}
