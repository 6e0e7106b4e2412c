import { useMounted } from "@mantine/hooks";
import type { ReactNode } from "react";
import { latePart, WITH_ITS_SURROUNDINGS } from "../../platform/rendering/late.tsx";
import { useMayLeave } from "./use-may-leave.ts";

export type ShellDialog =
  | "profile"
  | "status"
  | "accounts"
  | "whatsNew"
  | "mobileApps"
  | "desktopApp"
  | "reportIssue"
  | "shareIdea"
  | "support"
  | "shortcuts"
  | "alerts"
  | "ring";

const ProfileDialog = latePart(
  () => import("../../features/settings/profile/profile-dialog.tsx"),
  "ProfileDialog",
  WITH_ITS_SURROUNDINGS,
);
const StatusDialog = latePart(
  () => import("../../features/settings/status/status-dialog.tsx"),
  "StatusDialog",
  WITH_ITS_SURROUNDINGS,
);
const SwitchAccountsDialog = latePart(
  () => import("../../features/session/switch-accounts-dialog.tsx"),
  "SwitchAccountsDialog",
  WITH_ITS_SURROUNDINGS,
);
const WhatsNewDialog = latePart(
  () => import("../../features/settings/help/whats-new-dialog.tsx"),
  "WhatsNewDialog",
  WITH_ITS_SURROUNDINGS,
);
const MobileAppsDialog = latePart(
  () => import("../../features/settings/help/mobile-apps-dialog.tsx"),
  "MobileAppsDialog",
  WITH_ITS_SURROUNDINGS,
);
const DesktopAppDialog = latePart(
  () => import("../../features/settings/help/desktop-app-dialog.tsx"),
  "DesktopAppDialog",
  WITH_ITS_SURROUNDINGS,
);
const FeedbackFlow = latePart(
  () => import("../../features/settings/help/feedback.tsx"),
  "FeedbackFlow",
  WITH_ITS_SURROUNDINGS,
);
const SupportDialog = latePart(
  () => import("../../features/settings/help/support-dialog.tsx"),
  "SupportDialog",
  WITH_ITS_SURROUNDINGS,
);
const ShortcutSheet = latePart(() => import("./shortcut-sheet.tsx"), "ShortcutSheet", WITH_ITS_SURROUNDINGS);
const AlertsDialog = latePart(
  () => import("../../features/alerts/alerts-dialog.tsx"),
  "AlertsDialog",
  WITH_ITS_SURROUNDINGS,
);
const RingDialog = latePart(
  () => import("../../features/ring/ring-dialog.tsx"),
  "RingDialog",
  WITH_ITS_SURROUNDINGS,
);
interface OneDialogProps {
  readonly dialog: ShellDialog;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Puts another dialog in the place of this one. */
  readonly onReplace: (dialog: ShellDialog) => void;
}

/** One of the dialogs of the shell. */
export function OneDialog({ dialog, isOpen, onClose, onReplace }: OneDialogProps): ReactNode {
  // A dialog gives the focus back to where it was when it opened: it has to be there before that.
  const isMounted = useMounted();
  const mayLeave = useMayLeave();
  const props = { isOpen: isOpen && isMounted, onClose };
  switch (dialog) {
    case "profile":
      return <ProfileDialog {...props} />;
    case "status":
      return <StatusDialog {...props} />;
    case "accounts":
      return <SwitchAccountsDialog {...props} mayLeave={() => mayLeave("switch")} />;
    case "whatsNew":
      return <WhatsNewDialog {...props} />;
    case "mobileApps":
      return <MobileAppsDialog {...props} />;
    case "desktopApp":
      return <DesktopAppDialog {...props} />;
    case "reportIssue":
      return <FeedbackFlow mode="issue" {...props} />;
    case "shareIdea":
      return <FeedbackFlow mode="idea" {...props} />;
    case "support":
      return <SupportDialog {...props} onReportIssue={() => onReplace("reportIssue")} />;
    case "shortcuts":
      return <ShortcutSheet {...props} />;
    case "alerts":
      return <AlertsDialog {...props} />;
    case "ring":
      return <RingDialog {...props} />;
  }
}
