import type { ReactNode } from "react";
import { useLeaveGuard } from "../../../../platform/navigation/leave-guard.ts";
import { type Path, paths } from "../../../../platform/navigation/paths.ts";
import { latePart } from "../../../../platform/rendering/late.tsx";
import { useTelLinks } from "../../dial-pad/dialing/tel-links.ts";
import { useClickToCall } from "../../dial-pad/dialing/use-click-to-call.ts";
import { useDial } from "../../dial-pad/dialing/use-dial.ts";
import { CallAnnouncer } from "../../incoming/call-announcer.tsx";
import { IncomingCalls } from "../../incoming/incoming-calls.tsx";
import { RingAttention } from "../../incoming/ring-attention.tsx";
import { RingNotice } from "../../incoming/ring-notice.tsx";
import { isGoingOn } from "../../phone/calls/active-call.ts";
import { usePhone, usePhoneState } from "../../phone/phone-context.ts";
import { CallDialogHost } from "../dialogs/call-dialog-host.tsx";
import { CallBar } from "./call-bar.tsx";
import { useCallShortcuts } from "./use-call-shortcuts.ts";

const DeviceAlert = latePart(() => import("../../../settings/devices/device-alert.tsx"), "DeviceAlert");

export interface CallOverlayProps {
  /** The address that is open, to know whose own page it is. */
  readonly path: string;
  readonly onGo: (path: Path) => void;
}

/** What calls need on every screen: the bar, the ringing cards, dialogs, shortcuts, links, words for the ear. */
export function CallOverlay({ path, onGo }: CallOverlayProps): ReactNode {
  const callNumber = useClickToCall(onGo);
  useTelLinks(callNumber);
  useCallShortcuts({ onGo, onCallNumber: callNumber });
  useLeaveGuard(usePhoneState(({ calls }) => calls.some((call) => isGoingOn(call) && call.place === "here")));
  return (
    <>
      <CallBar shownCallId={callIdIn(path)} onOpen={(id) => onGo(paths.activeCall(id))} />
      <IncomingCalls onAnswered={(id, camera) => onGo(paths.activeCall(id, { incoming: true, camera }))} />
      <RingAttention />
      <RingNotice onAnswered={(id) => onGo(paths.activeCall(id, { incoming: true }))} />
      <CallAnnouncer />
      <CallDialogHost onCall={(id) => onGo(paths.activeCall(id))} />
      <MissingDevice />
    </>
  );
}

function callIdIn(path: string): string | undefined {
  const id = /^\/calls\/active\/([^/?#]+)/.exec(path)?.[1];
  return id === undefined ? undefined : decodeURIComponent(id);
}

/** A call that this machine cannot make is offered to another device. */
function MissingDevice(): ReactNode {
  const phone = usePhone();
  const alert = usePhoneState((state) => state.deviceAlert);
  const { dialFromOtherDevice } = useDial(() => {});
  const dialElsewhere = async (): Promise<void> => {
    phone.closeDeviceAlert();
    if (alert?.number !== undefined) await dialFromOtherDevice(alert.number);
  };
  if (!alert) return null;
  return (
    <DeviceAlert
      problem={alert.problem}
      onCancel={() => phone.closeDeviceAlert()}
      onDialFromOtherDevice={() => void dialElsewhere()}
    />
  );
}
