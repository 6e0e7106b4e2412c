import { VisuallyHidden } from "@mantine/core";
import { Maximize2, Mic, MicOff, Pause, PhoneOff, Play } from "lucide-react";
import type { ReactNode } from "react";
import { type ActiveCall, isTalk } from "../../phone/calls/active-call.ts";
import { usePhone, usePhoneState } from "../../phone/phone-context.ts";
import { CallButton } from "../call-button.tsx";
import { CallClock } from "../call-clock.tsx";
import { conferenceOf, currentCall } from "../call-groups.ts";
import { useCallParty } from "../call-party.ts";
import { callStatusText } from "../call-words.ts";
import { useHangUp } from "../dialogs/call-dialogs.ts";
import { useAttempt } from "../use-attempt.ts";
import classes from "./call-bar.module.css";

export interface CallBarProps {
  /** The call whose own page is open needs no bar. */
  readonly shownCallId: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** While a call goes on, on every screen but its own: who, how long, and the three things one needs at once. */
export function CallBar({ shownCallId, onOpen }: CallBarProps): ReactNode {
  const call = usePhoneState(({ calls }) => currentCall(calls));
  // The page of one call of a conference shows the whole of it.
  const isShown = usePhoneState(
    ({ calls }) => call !== undefined && conferenceOf(call, calls).some(({ id }) => id === shownCallId),
  );
  if (!call || call.id === shownCallId || isShown) return null;
  return <Bar call={call} onOpen={() => onOpen(call.id)} />;
}

function Bar({ call, onOpen }: { readonly call: ActiveCall; readonly onOpen: () => void }): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const hangUp = useHangUp();
  const party = useCallParty(call);
  const isConference = usePhoneState(({ calls }) => conferenceOf(call, calls).length > 0);
  const name = isConference ? "Conference" : party.name;
  const { hold = false, muted = false } = isTalk(call) ? call : {};
  const isTalking = isTalk(call) && call.place === "here";
  const status = callStatusText(call);
  return (
    <section className={classes.bar} aria-label="Current call" data-hold={hold || undefined}>
      <button type="button" className={classes.open} onClick={onOpen}>
        <span className={classes.dot} aria-hidden="true" />
        {/* In front of what is seen and not in its place: whoever speaks to the computer says what is seen. */}
        <VisuallyHidden>Open the call with </VisuallyHidden>
        <span className={classes.name}>{name}</span>
        {isTalk(call) && <CallClock since={call.answeredAt} />}
        {status !== undefined && <span className={classes.status}>{status}</span>}
        <Maximize2 size={15} aria-hidden="true" className={classes.openIcon} />
      </button>
      <CallButton
        isCompact
        icon={muted ? MicOff : Mic}
        label={muted ? "Unmute" : "Mute"}
        isOn={muted}
        isDisabled={!isTalking}
        onClick={() => void attempt(() => phone.setMuted(call.id, !muted))}
      />
      <CallButton
        isCompact
        icon={hold ? Play : Pause}
        label={hold ? "Resume" : "Hold"}
        isOn={hold}
        isDisabled={!isTalking}
        onClick={() => void attempt(() => phone.setHold(call.id, !hold))}
      />
      <CallButton isCompact icon={PhoneOff} label="Hang up" tone="end" onClick={() => hangUp(call)} />
    </section>
  );
}
