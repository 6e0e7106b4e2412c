import { Avatar, RowBoundary } from "@offhook/ui";
import type { ReactNode } from "react";
import { CallClock } from "../../active/call-clock.tsx";
import { useCallParty } from "../../active/call-party.ts";
import { callStatusText } from "../../active/call-words.ts";
import { AnswerButtons } from "../../incoming/answer-buttons.tsx";
import { type ActiveCall, isIncoming, isLive, isTalk } from "../../phone/calls/active-call.ts";
import { usePhoneState } from "../../phone/phone-context.ts";
import classes from "./live-calls.module.css";

export interface LiveCallsProps {
  readonly onOpen: (id: string) => void;
}

/** Calls that are not history yet, above it. */
export function LiveCalls({ onOpen }: LiveCallsProps): ReactNode {
  const calls = usePhoneState((state) => state.calls);
  const live = calls.filter(isLive);
  if (live.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Calls now">
      {live.map((call) => (
        <RowBoundary key={call.id} item={call} text="This call can't be displayed. It goes on.">
          <LiveCall call={call} onOpen={() => onOpen(call.id)} />
        </RowBoundary>
      ))}
    </ul>
  );
}

function LiveCall({ call, onOpen }: { readonly call: ActiveCall; readonly onOpen: () => void }): ReactNode {
  const party = useCallParty(call);
  const status = callStatusText(call);
  const body = (
    <>
      <Avatar name={party.name} photo={party.photo} seed={party.seed} size={36} isDecorative />
      <span className={classes.text}>
        <span className={classes.name}>{party.name}</span>
        <span className={classes.status}>
          {isTalk(call) && <CallClock since={call.answeredAt} />} {status}
        </span>
      </span>
    </>
  );
  return (
    <li className={classes.row} data-ringing={isIncoming(call) || undefined}>
      {isIncoming(call) ? (
        <>
          <span className={classes.body}>{body}</span>
          <AnswerButtons call={call} name={party.name} onAnswered={onOpen} />
        </>
      ) : (
        <button type="button" className={classes.body} onClick={onOpen}>
          {body}
        </button>
      )}
    </li>
  );
}
