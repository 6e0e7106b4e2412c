import { useMounted } from "@mantine/hooks";
import { useSnackbar } from "@offhook/ui";
import { CatchBoundary } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { useHasUpdate } from "../../features/settings/index.ts";
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

export interface ShellDialogsProps {
  readonly open: ShellDialog | undefined;
  readonly onClose: () => void;
}

/** The dialogs that can be opened from every screen. Each is loaded when it is first asked for. */
export function ShellDialogs({ open, onClose }: ShellDialogsProps): ReactNode {
  const snackbar = useSnackbar();
  const hasUpdate = useHasUpdate();
  const [replacement, setReplacement] = useState<ShellDialog>();
  const wanted = open && (replacement ?? open);
  const shown = useLastShown(wanted);

  const close = (): void => {
    setReplacement(undefined);
    onClose();
  };
  const giveUp = (): void => {
    snackbar.show("This could not be loaded. Check the network and try again.", { tone: "error" });
    close();
  };
  return (
    <>
      <CatchBoundary getResetKey={() => shown.turn} errorComponent={() => null} onCatch={giveUp}>
        <Suspense fallback={null}>
          {shown.dialog && (
            <OneDialog
              key={shown.turn}
              dialog={shown.dialog}
              isOpen={wanted !== undefined}
              onClose={close}
              onReplace={setReplacement}
            />
          )}
        </Suspense>
      </CatchBoundary>
      {hasUpdate && <UpdateNotice />}
    </>
  );
}

interface Shown {
  readonly dialog: ShellDialog | undefined;
  readonly isOpen: boolean;
  /** Counts openings: a dialog that is opened again begins anew. */
  readonly turn: number;
}

/** The dialog that is open or, while it fades out, was. */
function useLastShown(wanted: ShellDialog | undefined): Shown {
  const [shown, setShown] = useState<Shown>({ dialog: undefined, isOpen: false, turn: 0 });
  if (wanted !== undefined && (!shown.isOpen || wanted !== shown.dialog)) {
    setShown({ dialog: wanted, isOpen: true, turn: shown.turn + 1 });
  } else if (wanted === undefined && shown.isOpen) {
    setShown({ ...shown, isOpen: false });
  }
  return shown;
}

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
const UpdateNotice = latePart(() => import("../../features/settings/help/update-notice.tsx"), "UpdateNotice");

interface OneDialogProps {
  readonly dialog: ShellDialog;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Puts another dialog in the place of this one. */
  readonly onReplace: (dialog: ShellDialog) => void;
}

function OneDialog({ dialog, isOpen, onClose, onReplace }: OneDialogProps): ReactNode {
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
