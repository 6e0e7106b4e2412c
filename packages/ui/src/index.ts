export { Logo, type LogoProps } from "./brand/logo.tsx";
export { Wordmark, type WordmarkProps } from "./brand/wordmark.tsx";
export { Banner, type BannerProps, type BannerTone } from "./feedback/banner.tsx";
export {
  AreaBoundary,
  type AreaBoundaryProps,
  QuietBoundary,
  RowBoundary,
  type RowBoundaryProps,
  Unreadable,
} from "./feedback/boundary.tsx";
export {
  type Confirm,
  type ConfirmOptions,
  ConfirmProvider,
  type ConfirmProviderProps,
  useConfirm,
} from "./feedback/confirm.tsx";
export { createDoNotShowStorage, type DoNotShowStorage } from "./feedback/do-not-show.ts";
export { EmptyState, type EmptyStateProps } from "./feedback/empty-state.tsx";
export {
  type Feedback,
  FeedbackDialog,
  type FeedbackDialogProps,
  type FeedbackMode,
} from "./feedback/feedback-dialog.tsx";
export { FormDialog } from "./feedback/form-dialog.tsx";
export { ListSkeleton, type ListSkeletonProps } from "./feedback/list-skeleton.tsx";
export { LoadError, type LoadErrorProps } from "./feedback/load-error.tsx";
export { ProblemLogProvider } from "./feedback/problem-log.ts";
export {
  type Snackbar,
  SnackbarProvider,
  type SnackbarProviderProps,
  type SnackOptions,
  useSnackbar,
} from "./feedback/snackbar.tsx";
export type { SnackEnd, SnackTone } from "./feedback/snackbar-queue.ts";
export { badgeText, UnreadBadge, type UnreadBadgeProps } from "./feedback/unread-badge.tsx";
export { useLoadingShown } from "./feedback/use-loading-shown.ts";
export { Avatar, type AvatarProps, UNKNOWN_SENDER_NAME } from "./identity/avatar.tsx";
export { avatarColor } from "./identity/avatar-color.ts";
export { initialsOf } from "./identity/initials.ts";
export { type Presence, PresenceDot, type PresenceDotProps } from "./identity/presence-dot.tsx";
export { Kbd, type KbdProps } from "./inputs/kbd.tsx";
export { ListsInside } from "./inputs/lists-inside.tsx";
export { type KeyCap, type ShortcutPlatform, shortcutKeys, shortcutOf } from "./inputs/shortcut.ts";
export { Panes, type PanesProps } from "./layout/panes.tsx";
export { ActionMenu, type ActionMenuProps, type MenuAction } from "./menus/action-menu.tsx";
export { PlaybackRateProvider } from "./players/playback-rate.ts";
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
