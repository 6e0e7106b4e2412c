import { useSnackbar } from "@offhook/ui";
import { CatchBoundary } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { useHasUpdate } from "../../features/settings/index.ts";
import { latePart, WITH_ITS_SURROUNDINGS } from "../../platform/rendering/late.tsx";
import type { ShellDialog } from "./shell-dialog.tsx";

export type { ShellDialog };

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

const OneDialog = latePart(() => import("./shell-dialog.tsx"), "OneDialog", WITH_ITS_SURROUNDINGS);
const UpdateNotice = latePart(() => import("../../features/settings/help/update-notice.tsx"), "UpdateNotice");
