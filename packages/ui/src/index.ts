export { type Background, backgroundNames, backgrounds } from "./theme/background.ts";
export {
  OffhookTheme,
  type OffhookThemeProps,
  type ThemeChoice,
  useColorSchemeOf,
} from "./theme/offhook-theme.tsx";
export {
  type Section,
  sectionColor,
  sectionColors,
  sectionNames,
  sectionSoftColor,
} from "./theme/section-colors.ts";
export { breakpoints, theme } from "./theme/theme.ts";
