import { Avatar } from "@offhook/ui";
import { ArrowDownToLine, PhoneOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { BlockedMark } from "../../../lines/index.ts";
import { Keypad } from "../../dial-pad/keypad.tsx";
import { CallerPeek } from "../../incoming/caller-peek.tsx";
import { type ActiveCall, isTalk, type Talk } from "../../phone/calls/active-call.ts";
import { usePhone, usePhoneState } from "../../phone/phone-context.ts";
import { CallButton } from "../call-button.tsx";
import { CallClock } from "../call-clock.tsx";
import { conferenceOf, consultedFor } from "../call-groups.ts";
import { useCallParty } from "../call-party.ts";
import {
  callStatusText,
  isTalkedOn,
  pendingDigitsText,
  recordingRuleWords,
  supervisorWords,
  viaWords,
} from "../call-words.ts";
import { useHangUp } from "../dialogs/call-dialogs.ts";
import { useAttempt } from "../use-attempt.ts";
import { CallControls } from "./call-controls.tsx";
import { CallNotes } from "./call-notes.tsx";
import classes from "./call-screen.module.css";
import { CallVideo } from "./call-video.tsx";
import { ConferenceList } from "./conference-list.tsx";
import { ConsultBar } from "./consult-bar.tsx";
import { QualityLine } from "./quality-line.tsx";

export interface CallScreenProps {
  readonly call: ActiveCall;
  /** The way on when it is over. */
  readonly onLeave: () => void;
}

/** A live call: the other person, its state, and everything that can be done with it. */
export function CallScreen({ call, onLeave }: CallScreenProps): ReactNode {
  const calls = usePhoneState((state) => state.calls);
  const joined = conferenceOf(call, calls);
  const isConference = joined.length > 0;
  const isOver = call.phase === "ended";
  const talk = isTalk(call) ? call : undefined;
  const hasVideo = talk?.localVideo !== undefined || talk?.remoteVideo !== undefined;
  const party = useCallParty(call);
  const name = isConference ? "Conference" : party.name;
  return (
    <article className={classes.screen} aria-label={`Call with ${name}`} data-phase={call.phase}>
      <div className={classes.call}>
        {talk && <CallVideo call={talk} name={party.name} />}
        {!hasVideo && (
          <Avatar
            name={name}
            photo={isConference ? undefined : party.photo}
            seed={party.seed}
            size={96}
            isDecorative
          />
        )}
        <CallTitle call={call} name={name} number={isConference ? "" : party.number} />
        <TransferNote call={call} />
        <Consultation call={call} calls={calls} />
        {isConference && <ConferenceList calls={joined} />}
        {isOver && (
          <button type="button" className={classes.hide} onClick={onLeave}>
            Back to the dial pad
          </button>
        )}
        {!isOver && (call.place === "elsewhere" ? <TakeHere call={call} /> : <CallActs call={call} />)}
      </div>
      <aside className={classes.side} aria-label="Call details">
        <Notes call={call} />
        {!isConference && <CallerPeek {...call} heading="Earlier with this caller" />}
      </aside>
    </article>
  );
}

/** They stay with the call they were begun in, also when it becomes part of a conference. */
function Notes({ call }: { readonly call: ActiveCall }): ReactNode {
  const [callid, setCallid] = useState("");
  // Before the answer the history may not have the call yet.
  const isKept = call.callid !== "" && (isTalk(call) || call.phase === "ended");
  if (callid === "" && isKept) setCallid(call.callid);
  return callid === "" ? null : <CallNotes callid={callid} />;
}

interface CallTitleProps {
  readonly call: ActiveCall;
  readonly name: string;
  readonly number: string;
}

function CallTitle({ call, name, number }: CallTitleProps): ReactNode {
  const status = callStatusText(call);
  const pending = pendingDigitsText(call);
  const talk = isTalk(call) ? call : undefined;
  return (
    <header className={classes.title}>
      <h2 className={classes.name}>{name}</h2>
      {number !== "" && (
        <p className={classes.number}>
          {number} <BlockedMark numbers={call.number} />
        </p>
      )}
      {call.via && <p className={classes.number}>{viaWords(call.via)}</p>}
      <p className={classes.status} data-hold={talk?.hold || undefined}>
        {talk && <CallClock since={talk.answeredAt} />}
        {status !== undefined && <span>{status}</span>}
        {talk?.recording && <span className={classes.recording}>Recording</span>}
        {talk?.muted && <span>Muted</span>}
      </p>
      {talk?.recordingRule && (
        <p className={classes.pending} role="status">
          {recordingRuleWords(talk.recordingRule)}
        </p>
      )}
      {talk?.supervisors.map((supervisor) => (
        <p key={supervisor.name} className={classes.pending} role="status">
          {supervisorWords(supervisor)}
        </p>
      ))}
      {pending !== undefined && <p className={classes.pending}>{pending}</p>}
      {talk?.quality && isTalkedOn(talk) && <QualityLine quality={talk.quality} />}
    </header>
  );
}

function TransferNote({ call }: { readonly call: ActiveCall }): ReactNode {
  if (!call.transferNote) return null;
  return <blockquote className={classes.note}>{call.transferNote}</blockquote>;
}

interface ConsultationProps {
  readonly call: ActiveCall;
  readonly calls: readonly ActiveCall[];
}

/** The same bar on both calls of a transfer that asks first. */
function Consultation({ call, calls }: ConsultationProps): ReactNode {
  const waiting: Talk | undefined =
    isTalk(call) && call.consultation !== undefined ? call : consultedFor(call, calls);
  const asked = calls.find(({ id, phase }) => id === waiting?.consultation && phase !== "ended");
  return waiting && asked ? <ConsultBar waiting={waiting} asked={asked} /> : null;
}

function TakeHere({ call }: { readonly call: ActiveCall }): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  return (
    <section className={classes.elsewhere} aria-label="Call in another tab">
      <p>Move the call to this tab? The other person hears hold music for a moment.</p>
      <button
        type="button"
        className={classes.take}
        onClick={() => void attempt(() => phone.takeHere(call.id))}
      >
        <ArrowDownToLine size={16} aria-hidden="true" />
        Move call here
      </button>
    </section>
  );
}

function CallActs({ call }: { readonly call: ActiveCall }): ReactNode {
  const phone = usePhone();
  const hangUp = useHangUp();
  const [hasKeypad, setHasKeypad] = useState(false);
  return (
    <>
      {hasKeypad ? (
        <div className={classes.keypad}>
          <output className={classes.digits} aria-label="Keys sent">
            {(isTalk(call) && call.keypad) || " "}
          </output>
          <Keypad label="Keypad" onKey={(key) => phone.sendDigits(call.id, key)} />
          <button type="button" className={classes.hide} onClick={() => setHasKeypad(false)}>
            Hide keypad
          </button>
        </div>
      ) : (
        <CallControls call={call} onKeypad={() => setHasKeypad(true)} />
      )}
      <CallButton icon={PhoneOff} label="Hang up" tone="end" onClick={() => hangUp(call)} />
    </>
  );
}
