import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ActiveCall } from "../phone/phone.ts";
import { usePhoneState } from "../phone/phone-context.ts";
import { type CallDialog, useCallDialogs, useOpenCallDialog } from "./call-dialogs.ts";

const DIALOGS = {
  transfer: lazy(() =>
    import("./transfer-dialog.tsx").then((module) => ({ default: module.TransferDialog })),
  ),
  addCall: lazy(() => import("./add-call-dialog.tsx").then((module) => ({ default: module.AddCallDialog }))),
  split: lazy(() => import("./split-dialog.tsx").then((module) => ({ default: module.SplitDialog }))),
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
    <Suspense fallback={null}>
      <Dialog
        key={shown.turn}
        call={shown.call}
        isOpen={open !== undefined && call !== undefined}
        onClose={() => dialogs.close()}
        onCall={onCall}
      />
    </Suspense>
  );
}
