import { type MantineThemeOverride, MantineThemeProvider } from "@mantine/core";
import type { ReactNode } from "react";

// Of the part that every select is made of: what a select is given itself replaces the theme's props of the select.
const inside: MantineThemeOverride = {
  components: { Combobox: { defaultProps: { withinPortal: false, floatingStrategy: "fixed" } } },
};

/**
 * For selects in a popover: they drop their list down inside it. A list in a portal is "elsewhere" to the popover, which
 * closes as soon as the mouse goes down on an option, before the option has been clicked.
 */
export function ListsInside({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <MantineThemeProvider theme={inside} inherit>
      {children}
    </MantineThemeProvider>
  );
}
