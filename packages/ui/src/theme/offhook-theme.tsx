import { type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import type { Background } from "./background.ts";
import { cssVariablesResolver } from "./css-variables.ts";
import { theme as mantineTheme } from "./theme.ts";

export type ThemeChoice = "light" | "dark" | "systemDefault";

export interface OffhookThemeProps {
  readonly theme: ThemeChoice;
  readonly background: Background;
  /** For pages served with a strict `style-src`: put on the style elements that the theme writes. */
  readonly styleNonce?: string;
  readonly children: ReactNode;
}

const DARK_QUERY = "(prefers-color-scheme: dark)";

function subscribeToSystem(onChange: () => void): () => void {
  const query = window.matchMedia(DARK_QUERY);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}

/** The scheme in force; follows the operating system live when the user left the choice to it. */
export function useColorSchemeOf(choice: ThemeChoice): "light" | "dark" {
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => window.matchMedia(DARK_QUERY).matches);
  if (choice === "systemDefault") return systemIsDark ? "dark" : "light";
  return choice;
}

// The user's settings own the scheme. Mantine's own manager would read local storage first and flash the other one.
const settingsOwnTheScheme: MantineColorSchemeManager = {
  get: (defaultScheme) => defaultScheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

/** Mantine leaves its mark behind; the pages of the sign-in, which have their own sheet, would keep its colors. */
function useUnmarkedAfterwards(): void {
  useLayoutEffect(() => () => document.documentElement.removeAttribute("data-mantine-color-scheme"), []);
}

export function OffhookTheme({ theme, background, styleNonce, children }: OffhookThemeProps): ReactNode {
  const scheme = useColorSchemeOf(theme);
  useUnmarkedAfterwards();
  const resolver = useMemo(() => cssVariablesResolver(background), [background]);
  return (
    <MantineProvider
      theme={mantineTheme}
      defaultColorScheme={scheme}
      forceColorScheme={scheme}
      colorSchemeManager={settingsOwnTheScheme}
      cssVariablesResolver={resolver}
      {...(styleNonce === undefined ? {} : { getStyleNonce: () => styleNonce })}
    >
      {children}
    </MantineProvider>
  );
}
