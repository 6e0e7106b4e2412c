import { useSnackbar } from "@offhook/ui";
import {
  ArrowRightLeft,
  CircleDot,
  DoorOpen,
  Grid3x3,
  Headphones,
  Mic,
  MicOff,
  Pause,
  Play,
  SquareParking,
  UserPlus,
  Video,
  VideoOff,
} from "lucide-react";
import { type ReactNode, useState } from "react";
import { latePart } from "../../../../platform/rendering/late.tsx";
import { type ActiveCall, conferenceIdOf, isTalk, NO_CONFERENCE } from "../../phone/calls/active-call.ts";
import { usePhone } from "../../phone/phone-context.ts";
import { CallButton } from "../call-button.tsx";
import { useCallDialogs } from "../dialogs/call-dialogs.ts";
import { useAttempt } from "../use-attempt.ts";
import classes from "./call-controls.module.css";

const CallDevices = latePart(
  () => import("./call-devices.tsx"),
  "CallDevices",
  <DevicesButton isOpen={false} onClick={() => {}} />,
);

export interface CallControlsProps {
  readonly call: ActiveCall;
  readonly onKeypad: () => void;
}

/** Everything that can be done with a call that goes on, but for ending it. */
export function CallControls({ call, onKeypad }: CallControlsProps): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const dialogs = useCallDialogs();
  const [hasDevices, setHasDevices] = useState(false);
  const isTalking = isTalk(call);
  const { hold = false, muted = false, isCameraOn = false } = isTalking ? call : {};
  const { id } = call;
  return (
    <div className={classes.controls}>
      {call.doorbell && (
        <CallButton
          icon={DoorOpen}
          label="Open"
          tone="primary"
          isDisabled={!isTalking}
          onClick={() => phone.openDoor(id)}
        />
      )}
      <CallButton
        icon={muted ? MicOff : Mic}
        label={muted ? "Unmute" : "Mute"}
        isOn={muted}
        isDisabled={!isTalking}
        onClick={() => void attempt(() => phone.setMuted(id, !muted))}
      />
      <CallButton
        icon={hold ? Play : Pause}
        label={hold ? "Resume" : "Hold"}
        isOn={hold}
        isDisabled={!isTalking}
        onClick={() => void attempt(() => phone.setHold(id, !hold))}
      />
      <CallButton icon={Grid3x3} label="Keypad" isDisabled={!isTalking} onClick={onKeypad} />
      <CallButton
        icon={ArrowRightLeft}
        label="Transfer"
        isDisabled={!isTalking}
        onClick={() => dialogs.show("transfer", id)}
      />
      <CallButton
        icon={UserPlus}
        label="Add call"
        isDisabled={!isTalking}
        onClick={() => dialogs.show("addCall", id)}
      />
      <RecordButton call={call} />
      {call.canDoVideo && (
        <CallButton
          icon={isCameraOn ? VideoOff : Video}
          label={isCameraOn ? "Camera off" : "Camera"}
          isOn={isCameraOn}
          isDisabled={!isTalking}
          onClick={() => void attempt(() => phone.setCamera(id, !isCameraOn))}
        />
      )}
      <ParkButton call={call} />
      {hasDevices ? (
        <CallDevices onClose={() => setHasDevices(false)} />
      ) : (
        <DevicesButton isOpen={false} onClick={() => setHasDevices(true)} />
      )}
    </div>
  );
}

interface DevicesButtonProps {
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

function DevicesButton({ isOpen, onClick }: DevicesButtonProps): ReactNode {
  return <CallButton icon={Headphones} label="Devices" expands={isOpen} onClick={onClick} />;
}

/** Where the queue decides; the title of the call says so in full. */
const RULE_LABEL = { always: "Auto-record", never: "No recording" } as const;

function RecordButton({ call }: { readonly call: ActiveCall }): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const { id } = call;
  const recording = isTalk(call) && call.recording;
  const rule = isTalk(call) ? call.recordingRule : null;
  if (rule)
    return (
      <CallButton icon={CircleDot} label={RULE_LABEL[rule]} isOn={recording} isDisabled onClick={() => {}} />
    );
  return (
    <CallButton
      icon={CircleDot}
      label={recording ? "Stop recording" : "Record"}
      isOn={recording}
      isDisabled={!isTalk(call)}
      onClick={() => void attempt(() => (recording ? phone.stopRecording(id) : phone.startRecording(id)))}
    />
  );
}

function ParkButton({ call }: { readonly call: ActiveCall }): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const snackbar = useSnackbar();
  const park = async (): Promise<void> => {
    const slot = await phone.park(call.id);
    snackbar.show(`Parked on ${slot}. Dial ${slot} from any phone to pick it up.`, { durationMs: 10_000 });
  };
  return (
    <CallButton
      icon={SquareParking}
      label="Park"
      isDisabled={!isTalk(call) || conferenceIdOf(call) !== NO_CONFERENCE}
      onClick={() => void attempt(park)}
    />
  );
}
