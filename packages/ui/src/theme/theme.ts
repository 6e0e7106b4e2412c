import { createTheme, type MantineThemeOverride } from "@mantine/core";
import { amber, dark, gray, green, harbor, red } from "./palette.ts";

const fontFamily =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Ubuntu, Cantarell, sans-serif';

/** In em, as Mantine wants them: 0, 640, 768, 1024, 1280 and 1536 px. */
export const breakpoints = {
  xs: "0em",
  sm: "40em",
  md: "48em",
  lg: "64em",
  xl: "80em",
  xxl: "96em",
} as const;

// Mantine scrolls long lists of options in a box of its own, which axe finds unreachable by keyboard: let the list
// itself scroll, it is the one that the field controls.
const scrollingOptions = {
  defaultProps: { size: "sm", withScrollArea: false },
  styles: { options: { maxHeight: 240, overflowY: "auto" } },
} as const;

const transition = { duration: 150, timingFunction: "ease-out" };
// Above a ringing card, which lies above dialogs: a user who opens a menu means to use it.
const popover = { shadow: "md", zIndex: 450, transitionProps: { transition: "fade-down", ...transition } };

export const theme: MantineThemeOverride = createTheme({
  primaryColor: "harbor",
  primaryShade: 7,
  colors: { harbor, gray, dark, red, green, amber },
  black: "#1e2529",
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  lineHeights: { xs: "1.35", sm: "1.4", md: "1.45", lg: "1.5", xl: "1.5" },
  headings: {
    fontFamily,
    fontWeight: "600",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.25" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h4: { fontSize: "0.9375rem", lineHeight: "1.4" },
      h5: { fontSize: "0.875rem", lineHeight: "1.4" },
      h6: { fontSize: "0.8125rem", lineHeight: "1.4" },
    },
  },
  radius: { xs: "2px", sm: "4px", md: "8px", lg: "12px", xl: "16px" },
  defaultRadius: "md",
  breakpoints,
  // Borders divide the panes; the only shadows are under things that float.
  shadows: {
    xs: "none",
    sm: "none",
    md: "0 4px 16px rgb(6 24 32 / 14%)",
    lg: "0 8px 28px rgb(6 24 32 / 18%)",
    xl: "0 12px 40px rgb(6 24 32 / 22%)",
  },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    // Color alone does not part a link from the words around it.
    Anchor: { defaultProps: { underline: "always" } },
    Button: { defaultProps: { size: "sm" } },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Select: scrollingOptions,
    MultiSelect: scrollingOptions,
    Autocomplete: scrollingOptions,
    Textarea: { defaultProps: { size: "sm" } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    // Mantine's hidden focus placeholder is announced as an empty menu item and fails axe.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, ...popover } },
    Popover: { defaultProps: popover },
    HoverCard: { defaultProps: popover },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { transition: "fade", ...transition } } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { transition: "pop", ...transition },
        closeButtonProps: { "aria-label": "Close" },
      },
      styles: {
        title: { fontSize: "var(--mantine-font-size-lg)", fontWeight: 600, lineHeight: 1.3 },
        // On dark a shadow cannot be seen: the edge parts the dialog from what lies below.
        content: { border: "1px solid var(--offhook-border)" },
      },
    },
    // The page itself never scrolls, only panes in it, which lie below the overlay. Locking it would cost a new style
    // of everything each time a dialog opens or closes.
    ModalRoot: { defaultProps: { lockScroll: false } },
    DrawerRoot: { defaultProps: { lockScroll: false } },
    InputWrapper: { styles: { label: { marginBottom: 4 } } },
    // A <header> of a dialog counts as another banner of the page, which may have only one.
    ModalHeader: { defaultProps: { role: "none" } },
    DrawerHeader: { defaultProps: { role: "none" } },
    Drawer: { defaultProps: { transitionProps: transition, closeButtonProps: { "aria-label": "Close" } } },
  },
});
