import { fileURLToPath } from "node:url";
import type { CSSVariablesResolver, MantineTheme, MantineThemeOverride } from "@mantine/core";
import { type Plugin, runnerImport } from "vite";

const ID = "virtual:guest-theme.css";
const THEME = fileURLToPath(new URL("../../packages/ui/src/theme/theme.ts", import.meta.url));
const VARIABLES = fileURLToPath(new URL("../../packages/ui/src/theme/css-variables.ts", import.meta.url));

/** Shades that only components paint with; the pages of the sign-in use the accent and the named colors. */
const UNUSED = /^--mantine-color-(?!harbor-\d$|[a-z]+$|default-border$)/;

/** The mark of a signed-in user's theme: where it is, the theme speaks for itself. */
const GUEST = ":root:not([data-mantine-color-scheme])";

type Variables = Readonly<Record<string, string>>;

function rule(selector: string, variables: Variables): string {
  const lines = Object.entries(variables).filter(([name]) => !UNUSED.test(name));
  return `${selector}{${lines.map(([name, value]) => `${name}:${value}`).join(";")}}`;
}

async function buildTheme(watch: (file: string) => void): Promise<string> {
  const options = { configFile: false } as const;
  const { defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } = await import("@mantine/core");
  const themeModule = await runnerImport<{ theme: MantineThemeOverride }>(THEME, options);
  const variablesModule = await runnerImport<{
    cssVariablesResolver: (background: "whiteSmoke") => CSSVariablesResolver;
  }>(VARIABLES, options);
  for (const file of [...themeModule.dependencies, ...variablesModule.dependencies]) watch(file);

  const theme: MantineTheme = mergeMantineTheme(DEFAULT_THEME, themeModule.module.theme);
  const base = defaultCssVariablesResolver(theme);
  const own = variablesModule.module.cssVariablesResolver("whiteSmoke")(theme);
  const light = rule(GUEST, { ...base.variables, ...own.variables, ...base.light, ...own.light });
  const dark = rule(GUEST, { ...base.dark, ...own.dark });
  // Above the component library, whose sheet and own colors stay on the page when a session has ended.
  return `@layer mantine,guest,base;@layer guest{${GUEST}{color-scheme:light dark}${light}@media (prefers-color-scheme:dark){${dark}}}`;
}

/**
 * The design system's variables as a plain style sheet, for pages before the sign-in. There the theme follows the
 * operating system, so no script has to compute it, and the component library need not be loaded to show a form.
 */
export function guestTheme(): Plugin {
  return {
    name: "offhook:guest-theme",
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    load(id) {
      return id === `\0${ID}` ? buildTheme((file) => this.addWatchFile(file)) : undefined;
    },
  };
}
