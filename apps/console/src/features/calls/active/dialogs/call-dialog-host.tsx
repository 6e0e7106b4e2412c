import { type ReactNode, useState } from "react";
import { latePart } from "../../../../platform/rendering/late.tsx";
import type { ActiveCall } from "../../phone/calls/active-call.ts";
import { usePhoneState } from "../../phone/phone-context.ts";
import { type CallDialog, useCallDialogs, useOpenCallDialog } from "./call-dialogs.ts";

const DIALOGS = {
  transfer: latePart(() => import("./transfer-dialog.tsx"), "TransferDialog"),
  addCall: latePart(() => import("./add-call-dialog.tsx"), "AddCallDialog"),
  split: latePart(() => import("./split-dialog.tsx"), "SplitDialog"),
} as const;

interface Shown {
  readonly dialog: CallDialog;
  readonly call: ActiveCall;
  readonly turn: number;
}

/** Shows the dialog about a call that somebody asked for. A call that ends meanwhile takes its dialog along. */
export function CallDialogHost({ onCall }: { readonly onCall: (id: string) => void }): ReactNode {
  const dialogs = useCallDialogs();
  const open = useOpenCallDialog();
  const call = usePhoneState(({ calls }) =>
    calls.find(({ id, phase }) => id === open?.callId && phase !== "ended"),
  );
  // What was shown stays painted while it fades.
  const [shown, setShown] = useState<Shown>();
  if (open && call && (shown?.dialog !== open || shown.call !== call)) {
    const turn = shown?.dialog === open ? shown.turn : (shown?.turn ?? 0) + 1;
    setShown({ dialog: open, call, turn });
  }
  if (!shown) return null;
  const Dialog = DIALOGS[shown.dialog.kind];
  return (
    <Dialog
      key={shown.turn}
      call={shown.call}
      isOpen={open !== undefined && call !== undefined}
      onClose={() => dialogs.close()}
      onCall={onCall}
    />
  );
}
