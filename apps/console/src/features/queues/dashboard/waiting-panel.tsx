import { Button } from "@mantine/core";
import { EmptyState } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import { Headset } from "lucide-react";
import type { ReactNode } from "react";
import { callerText } from "../../calls/index.ts";
import { CallerAvatar, useCaller } from "../../contacts/index.ts";
import { useNow } from "../../settings/index.ts";
import { useAgentBoard, useAgentBoardState, useOwnLines } from "./agent-board-context.ts";
import { canTakeCalls } from "./agent-standing.ts";
import { Panel, PanelNote } from "./panel.tsx";
import { Row, Rows } from "./rows.tsx";
import { useSaving } from "./use-saving.ts";
import { nextToTake, priorityText, type WaitingCall, waitingCalls } from "./waiting-calls.ts";
import classes from "./waiting-panel.module.css";

const TICK_MS = 1_000;
/** Nobody reads further, and each of them counts every second. */
const MAX_SHOWN = 50;

/** The calls that wait in the user's queues. */
export function WaitingPanel(): ReactNode {
  const queues = useAgentBoardState((state) => state.queues);
  const now = useNow(TICK_MS);
  const calls = waitingCalls(queues);
  const more = calls.length - MAX_SHOWN;
  const take = useTake();
  const next = nextToTake(calls, take.queueIds);
  return (
    <Panel
      heading="Waiting calls"
      // There from the beginning, empty or not: a screen reader tells of changes only.
      aside={<PanelNote role="status">{calls.length > 0 && countWords(calls.length)}</PanelNote>}
    >
      {next && (
        <Button className={classes.next} aria-disabled={take.isSaving} onClick={() => take.act(next)}>
          Take the next call
        </Button>
      )}
      {calls.length === 0 ? (
        <EmptyState icon={Headset}>No one is waiting.</EmptyState>
      ) : (
        <Rows
          label="Waiting calls"
          items={calls.slice(0, MAX_SHOWN)}
          keyOf={({ callid }, index) => callid ?? `place-${index}`}
        >
          {(call) => <WaitingRow call={call} now={now} take={take} />}
        </Rows>
      )}
      {more > 0 && <PanelNote>And {more} more.</PanelNote>}
    </Panel>
  );
}

const countWords = (count: number): string => (count === 1 ? "1 call waiting" : `${count} calls waiting`);

interface Take {
  /** Queues whose calls the user may take at this moment. */
  readonly queueIds: ReadonlySet<number>;
  readonly isSaving: boolean;
  readonly act: (call: WaitingCall) => void;
}

function useTake(): Take {
  const board = useAgentBoard();
  const queues = useAgentBoardState((state) => state.queues);
  const ownLines = useOwnLines();
  const { isSaving, save } = useSaving();
  const open = queues.filter(({ agents }) => canTakeCalls(agents, ownLines));
  return {
    queueIds: new Set(open.map(({ queue_id }) => queue_id)),
    isSaving,
    act: ({ callid }) => save(() => board.take(callid)),
  };
}

interface WaitingRowProps {
  readonly call: WaitingCall;
  /** In milliseconds. */
  readonly now: number;
  readonly take: Take;
}

function WaitingRow({ call, now, take }: WaitingRowProps): ReactNode {
  const caller = useCaller(call.number);
  const name = caller.name || callerText(call);
  const number = callerText({ name: "", number: call.number });
  return (
    <Row
      start={<CallerAvatar caller={caller} name={name} size={38} />}
      name={name}
      about={[
        priorityText(call),
        call.is_callback ? "Callback" : "",
        name === number ? "" : number,
        call.queue,
      ]
        .filter(Boolean)
        .join(" · ")}
    >
      <time className={classes.wait}>{clockDuration(now / 1000 - call.since)}</time>
      {call.can_take && take.queueIds.has(call.queueId) && (
        <Button
          variant="light"
          size="xs"
          aria-label={`Take ${name}`}
          aria-disabled={take.isSaving}
          onClick={() => take.act(call)}
        >
          Take
        </Button>
      )}
    </Row>
  );
}
