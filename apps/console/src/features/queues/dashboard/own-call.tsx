import type { QueueAgentStatus } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CallerPeek, callerText, isGoingOn, type PhoneState, usePhoneState } from "../../calls/index.ts";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { useAgentBoardState, useOwnLines } from "./agent-board-context.ts";
import { ownPlaces } from "./agent-standing.ts";
import classes from "./own-call.module.css";
import { Panel, PanelNote } from "./panel.tsx";
import { Row } from "./rows.tsx";

/** The call of a queue that the user is on, with what is known of the caller. */
export function OwnCall(): ReactNode {
  const queues = useAgentBoardState((state) => state.queues);
  const ownLines = useOwnLines();
  const calls = usePhoneState((state) => state.calls);
  const taken = ownPlaces(queues, ownLines).flatMap(({ call }) => call ?? []);
  const call = calls.find(
    (each) =>
      isGoingOn(each) &&
      each.dir === "in" &&
      (each.via?.kind === "queue" || taken.some(({ callid }) => callid === each.callid)),
  );
  if (!call) return null;
  const waited = taken.find(({ callid }) => callid === call.callid)?.waited;
  return <Call call={call} queue={call.via?.name} waited={waited} />;
}

type ShownCall = PhoneState["calls"][number];

interface CallProps {
  readonly call: ShownCall;
  readonly queue: string | undefined;
  /** In seconds. */
  readonly waited: NonNullable<QueueAgentStatus["call"]>["waited"] | undefined;
}

function Call({ call, queue, waited }: CallProps): ReactNode {
  const caller = useCaller(call.number);
  const name = caller.name || callerText({ name: call.caller, number: call.number });
  const number = callerText({ name: "", number: call.number });
  return (
    <Panel
      heading="My call"
      aside={waited !== undefined && <PanelNote>Waited {clockDuration(waited)}</PanelNote>}
    >
      <Row
        start={<CallerAvatar caller={caller} name={name} size={46} />}
        name={name}
        about={[name === number ? "" : number, queue ?? ""].filter(Boolean).join(" · ")}
        wraps
      >
        <span className={classes.links}>
          <Link to="/calls/active/$id" params={{ id: call.id }}>
            Open call
          </Link>
          {caller.contactId && (
            <Link to="/contacts/$id" params={{ id: caller.contactId }}>
              Contact
            </Link>
          )}
        </span>
      </Row>
      <CallerPeek {...call} heading="Earlier with this caller" />
    </Panel>
  );
}
