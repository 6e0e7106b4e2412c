import { Avatar } from "@offhook/ui";
import { PhoneOff, Users } from "lucide-react";
import type { ReactNode } from "react";
import { AnswerButtons } from "../incoming/answer-buttons.tsx";
import { type ActiveCall, isTalk } from "../phone/calls/active-call.ts";
import { usePhoneState } from "../phone/phone-context.ts";
import { CallButton } from "./call-button.tsx";
import { CallClock } from "./call-clock.tsx";
import { type Conference, groupCalls } from "./call-groups.ts";
import { useCallParty } from "./call-party.ts";
import { callStatusText } from "./call-words.ts";
import classes from "./calls-menu.module.css";
import { useHangUp } from "./dialogs/call-dialogs.ts";

export interface CallsMenuProps {
  readonly onOpen: (id: string, isIncoming: boolean) => void;
}

/** What goes on, in the three groups of the top bar's menu: ringing, conferences, other calls. */
export function CallsMenu({ onOpen }: CallsMenuProps): ReactNode {
  const calls = usePhoneState((state) => state.calls);
  const { incoming, conferences, others } = groupCalls(calls);
  if (incoming.length + conferences.length + others.length === 0) {
    return <p className={classes.empty}>No calls right now.</p>;
  }
  return (
    <div className={classes.menu}>
      <Group title="Incoming" isShown={incoming.length > 0}>
        {incoming.map((call) => (
          <RingingRow key={call.id} call={call} onOpen={() => onOpen(call.id, true)} />
        ))}
      </Group>
      <Group title="Conferences" isShown={conferences.length > 0}>
        {conferences.map((conference) => (
          <ConferenceRow key={conference.id} conference={conference} onOpen={(id) => onOpen(id, false)} />
        ))}
      </Group>
      <Group title="Active calls" isShown={others.length > 0}>
        {others.map((call) => (
          <CallRow key={call.id} call={call} onOpen={() => onOpen(call.id, false)} />
        ))}
      </Group>
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

function Group({ title, isShown, children }: GroupProps): ReactNode {
  if (!isShown) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>{children}</ul>
    </section>
  );
}

interface RowProps {
  readonly call: ActiveCall;
  readonly onOpen: () => void;
}

function RingingRow({ call, onOpen }: RowProps): ReactNode {
  const { name } = useCallParty(call);
  return (
    <Row call={call}>
      <AnswerButtons call={call} name={name} onAnswered={onOpen} />
    </Row>
  );
}

function CallRow({ call, onOpen }: RowProps): ReactNode {
  const hangUp = useHangUp();
  const { name } = useCallParty(call);
  return (
    <Row call={call} onOpen={onOpen}>
      <CallButton isCompact icon={PhoneOff} label={`Hang up ${name}`} onClick={() => hangUp(call)} />
    </Row>
  );
}

interface RowBodyProps {
  readonly call: ActiveCall;
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

function Row({ call, onOpen, children }: RowBodyProps): ReactNode {
  const party = useCallParty(call);
  const status = callStatusText(call);
  const body = (
    <>
      <Avatar name={party.name} photo={party.photo} seed={party.seed} size={32} isDecorative />
      <span className={classes.text}>
        <span className={classes.name}>{party.name}</span>
        <span className={classes.detail}>
          {isTalk(call) && <CallClock since={call.answeredAt} />} {status}
        </span>
      </span>
    </>
  );
  return (
    <li className={classes.row}>
      {onOpen ? (
        <button type="button" className={classes.open} onClick={onOpen}>
          {body}
        </button>
      ) : (
        <div className={classes.open}>{body}</div>
      )}
      {children}
    </li>
  );
}

interface ConferenceRowProps {
  readonly conference: Conference;
  readonly onOpen: (id: string) => void;
}

function ConferenceRow({ conference: { calls }, onOpen }: ConferenceRowProps): ReactNode {
  const hangUp = useHangUp();
  const [first] = calls;
  if (!first) return null;
  return (
    <li className={classes.row}>
      <button type="button" className={classes.open} onClick={() => onOpen(first.id)}>
        <span className={classes.mark}>
          <Users size={16} aria-hidden="true" />
        </span>
        <span className={classes.text}>
          <span className={classes.name}>Conference</span>
          <span className={classes.detail}>
            <PartyNames calls={calls} />
          </span>
        </span>
      </button>
      <CallButton isCompact icon={PhoneOff} label="Hang up the conference" onClick={() => hangUp(first)} />
    </li>
  );
}

function PartyNames({ calls }: { readonly calls: readonly ActiveCall[] }): ReactNode {
  return calls.map((call, index) => (
    <span key={call.id}>
      {index > 0 && ", "}
      <PartyName call={call} />
    </span>
  ));
}

function PartyName({ call }: { readonly call: ActiveCall }): ReactNode {
  return useCallParty(call).name;
}
