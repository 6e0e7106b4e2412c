export { Logo } from "./brand/logo.tsx";
export { Wordmark } from "./brand/wordmark.tsx";
export { Banner } from "./feedback/banner.tsx";
export {
  AreaBoundary,
  QuietBoundary,
  RowBoundary,
  Unreadable,
} from "./feedback/boundary.tsx";
export {
  ConfirmProvider,
  useConfirm,
} from "./feedback/dialogs/confirm.tsx";
export { createDoNotShowStorage, type DoNotShowStorage } from "./feedback/dialogs/do-not-show.ts";
export {
  type Feedback,
  FeedbackDialog,
  type FeedbackMode,
} from "./feedback/dialogs/feedback-dialog.tsx";
export { FormDialog } from "./feedback/dialogs/form-dialog.tsx";
export { EmptyState } from "./feedback/empty-state.tsx";
export { ListSkeleton } from "./feedback/list-skeleton.tsx";
export { LoadError } from "./feedback/load-error.tsx";
export { ProblemLogProvider } from "./feedback/problem-log.ts";
export {
  type Snackbar,
  SnackbarProvider,
  useSnackbar,
} from "./feedback/snackbar/snackbar.tsx";

export { badgeText, UnreadBadge } from "./feedback/unread-badge.tsx";
export { useLoadingShown } from "./feedback/use-loading-shown.ts";
export { Avatar, UNKNOWN_SENDER_NAME } from "./identity/avatar.tsx";

export type { Presence } from "./identity/presence-dot.tsx";
export { Pulse } from "./identity/pulse.tsx";
export { Kbd } from "./inputs/kbd.tsx";
export { ListsInside } from "./inputs/lists-inside.tsx";
export { type ShortcutPlatform, shortcutOf } from "./inputs/shortcut.ts";
export { PanePage, Panes } from "./layout/panes.tsx";
export { ActionMenu } from "./menus/action-menu.tsx";
export type { MenuAction } from "./menus/menu-action.ts";
export { PlaybackRateProvider } from "./players/playback-rate.ts";
export { type Background, backgroundNames, backgrounds } from "./theme/background.ts";
export {
  OffhookTheme,
  type ThemeChoice,
  useColorSchemeOf,
} from "./theme/offhook-theme.tsx";
export {
  type Section,
  sectionColor,
} from "./theme/section-colors.ts";
export { breakpoints } from "./theme/theme.ts";
