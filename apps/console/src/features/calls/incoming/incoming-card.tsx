import { Avatar, Pulse } from "@offhook/ui";
import { BellOff, DoorOpen, MessageSquareText, Phone, PhoneOff, Video, Voicemail } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSettings } from "../../settings/index.ts";
import { CallButton } from "../active/call-button.tsx";
import { useCallParty } from "../active/call-party.ts";
import { viaWords } from "../active/call-words.ts";
import { useAttempt } from "../active/use-attempt.ts";
import { callHandlerOf } from "../call-handler.ts";
import type { ActiveCall } from "../phone/calls/active-call.ts";
import { usePhone } from "../phone/phone-context.ts";
import { CallerPeek } from "./caller-peek.tsx";
import { DECLINE_MESSAGES } from "./decline-messages.ts";
import classes from "./incoming-card.module.css";
import { useAnswer } from "./use-answer.ts";
import { useOpenDoor } from "./use-open-door.ts";

export interface IncomingCardProps {
  readonly call: ActiveCall;
  /** Behind another ringing call: only name and buttons. */
  readonly isBrief?: boolean;
  readonly onAnswered: (id: string, camera: boolean) => void;
}

/** A ringing call: the caller, what is known of them, and every way to deal with it. */
export function IncomingCard({ call, isBrief = false, onAnswered }: IncomingCardProps): ReactNode {
  const party = useCallParty(call);
  const isHandledElsewhere = useSettings((settings) => callHandlerOf(settings) === "other");
  return (
    <section
      className={classes.card}
      aria-label={`Incoming call from ${party.name}`}
      data-brief={isBrief || undefined}
      data-doorbell={call.doorbell || undefined}
    >
      <header className={classes.caller}>
        <Pulse tone="ringing">
          {call.doorbell ? (
            <span className={classes.door}>
              <DoorOpen size={isBrief ? 18 : 26} aria-hidden="true" />
            </span>
          ) : (
            <Avatar
              name={party.name}
              photo={party.photo}
              seed={party.seed}
              size={isBrief ? 36 : 56}
              isDecorative
            />
          )}
        </Pulse>
        <div className={classes.who}>
          <p className={classes.kind}>{kindOf(call)}</p>
          <h2 className={classes.name}>{party.name}</h2>
          {party.number !== "" && <p className={classes.number}>{party.number}</p>}
        </div>
      </header>
      {!isBrief && <Background call={call} />}
      {isHandledElsewhere ? (
        <p className={classes.other}>Another application handles your calls.</p>
      ) : (
        <Acts call={call} isBrief={isBrief} onAnswered={onAnswered} />
      )}
    </section>
  );
}

function kindOf(call: ActiveCall): string {
  if (call.doorbell) return "At the door";
  return call.via ? viaWords(call.via) : "Incoming call";
}

/** What helps to decide: the colleague's note, and when one last spoke. */
function Background({ call }: { readonly call: ActiveCall }): ReactNode {
  return (
    <>
      {call.transferNote && <blockquote className={classes.note}>{call.transferNote}</blockquote>}
      {!call.doorbell && <CallerPeek {...call} />}
    </>
  );
}

interface ActsProps {
  readonly call: ActiveCall;
  readonly isBrief: boolean;
  readonly onAnswered: (id: string, camera: boolean) => void;
}

function Acts({ call, isBrief, onAnswered }: ActsProps): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const [hasMessages, setHasMessages] = useState(false);
  const { id } = call;
  const answer = useAnswer(onAnswered);
  const openDoor = useOpenDoor(onAnswered);
  return (
    <>
      <div className={classes.acts}>
        <CallButton
          icon={PhoneOff}
          label="Decline"
          tone="end"
          isCompact={isBrief}
          onClick={() => void attempt(() => phone.decline(id))}
        />
        {!isBrief && !call.doorbell && (
          <CallButton
            icon={MessageSquareText}
            label="Message"
            isOn={hasMessages}
            expands={hasMessages}
            onClick={() => setHasMessages((had) => !had)}
          />
        )}
        {!isBrief && !call.doorbell && (
          <CallButton
            icon={Voicemail}
            label="Voicemail"
            onClick={() => void attempt(() => phone.sendToVoicemail(id))}
          />
        )}
        {call.doorbell && (
          <CallButton
            icon={DoorOpen}
            label="Open"
            tone="primary"
            isCompact={isBrief}
            onClick={() => void openDoor(id)}
          />
        )}
        {isBrief && <CallButton isCompact icon={BellOff} label="Ignore" onClick={() => phone.ignore(id)} />}
        {call.canDoVideo && (
          <CallButton
            icon={Video}
            label="Video"
            tone="answer"
            isCompact={isBrief}
            onClick={() => void answer(id, true)}
          />
        )}
        <CallButton
          icon={Phone}
          label="Answer"
          tone="answer"
          isCompact={isBrief}
          onClick={() => void answer(id)}
        />
      </div>
      {hasMessages && <Messages onSend={(text) => void attempt(() => phone.declineWithMessage(id, text))} />}
      {!isBrief && (
        <button type="button" className={classes.ignore} onClick={() => phone.ignore(id)}>
          <BellOff size={14} aria-hidden="true" />
          Ignore
        </button>
      )}
    </>
  );
}

/** Declines and says why. */
function Messages({ onSend }: { readonly onSend: (text: string) => void }): ReactNode {
  return (
    <ul className={classes.messages} aria-label="Decline with a message">
      {DECLINE_MESSAGES.map((text) => (
        <li key={text}>
          <button type="button" className={classes.message} onClick={() => onSend(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}
