import { type Background, backgrounds, type ThemeChoice } from "@offhook/ui";

export interface Look {
  readonly theme: ThemeChoice;
  readonly background: Background;
}

const THEMES: readonly string[] = ["light", "dark", "systemDefault"] satisfies ThemeChoice[];
const DEFAULT_LOOK: Look = { theme: "light", background: "whiteSmoke" };

/** Reads only what colors the page, so that it can be painted before the settings feature has loaded. */
export function lookOf(settings: string | undefined): Look {
  if (settings === undefined) return DEFAULT_LOOK;
  try {
    const { theme = "", themeBg = "" } = JSON.parse(settings) as { theme?: string; themeBg?: string };
    return {
      theme: THEMES.includes(theme) ? (theme as ThemeChoice) : DEFAULT_LOOK.theme,
      background: themeBg in backgrounds ? (themeBg as Background) : DEFAULT_LOOK.background,
    };
  } catch {
    return DEFAULT_LOOK;
  }
}
