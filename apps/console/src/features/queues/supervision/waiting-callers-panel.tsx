import { Button, Menu } from "@mantine/core";
import type { QueueStatus } from "@offhook/contract";
import { useConfirm } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { callerText } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { Row, RowControls, Rows, RowTime } from "../dashboard/rows.tsx";
import { priorityText, type WaitingCall } from "../dashboard/waiting-calls.ts";
import { useAct, useSupervisionBoard } from "./supervision-context.ts";

const TICK_MS = 1_000;
/** Nobody reads further, and each of them counts every second. */
const MAX_SHOWN = 50;

/** Everybody who waits, queue by queue in order of their turn: that is what can be changed here. */
export function WaitingCallersPanel(): ReactNode {
  const queues = useStore(useSupervisionBoard().floor, (floor) => floor.queues);
  const calls = queues.flatMap(({ queue_id, name, waiting }) =>
    waiting.map((caller) => ({ ...caller, queueId: queue_id, queue: name })),
  );
  const more = calls.length - MAX_SHOWN;
  return (
    <Panel
      heading="Waiting callers"
      // There from the beginning, empty or not: a screen reader tells of changes only.
      aside={<PanelNote role="status">{calls.length > 0 && `${calls.length} waiting`}</PanelNote>}
    >
      {calls.length === 0 ? (
        <PanelNote>No one is waiting.</PanelNote>
      ) : (
        <Rows label="Waiting callers" items={calls.slice(0, MAX_SHOWN)} keyOf={({ callid }) => callid}>
          {(call) => (
            <WaitingCaller call={call} others={queues.filter(({ queue_id }) => queue_id !== call.queueId)} />
          )}
        </Rows>
      )}
      {more > 0 && <PanelNote>And {more} more.</PanelNote>}
    </Panel>
  );
}

interface WaitingCallerProps {
  readonly call: WaitingCall;
  /** Where the caller could wait instead. */
  readonly others: readonly QueueStatus[];
}

function WaitingCaller({ call, others }: WaitingCallerProps): ReactNode {
  const { callid, queue, position, since, is_callback: isCallback } = call;
  const act = useAct();
  const now = useNow(TICK_MS);
  const name = useCaller(call.number).name || callerText(call);
  const number = callerText({ name: "", number: call.number });
  const isNext = position === 1;
  return (
    <Row
      name={name}
      about={[
        priorityText(call),
        isCallback ? "Callback" : "",
        name === number ? "" : number,
        isNext ? `Next in ${queue}` : `Place ${position} in ${queue}`,
      ]
        .filter(Boolean)
        .join(" · ")}
    >
      <RowTime>{clockDuration(now / 1000 - since)}</RowTime>
      <RowControls label={`Waiting call of ${name}`}>
        <Button
          size="xs"
          variant="default"
          aria-label={`Move ${name} to the front`}
          // Whoever has just been moved is next: the button stays, and the focus on it.
          aria-disabled={isNext}
          data-disabled={isNext}
          onClick={() => {
            if (isNext) return;
            act((board) => board.moveToFront(callid), `${name} is next in ${queue}`);
          }}
        >
          To the front
        </Button>
        {others.length > 0 && <OtherQueues callid={callid} name={name} others={others} />}
        {isCallback && <CancelCallback callid={callid} name={name} />}
      </RowControls>
    </Row>
  );
}

interface CallerProps {
  readonly callid: string;
  readonly name: string;
}

function OtherQueues({ callid, name, others }: CallerProps & Pick<WaitingCallerProps, "others">): ReactNode {
  const act = useAct();
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          aria-label={`Move ${name} to another queue`}
          rightSection={<ChevronDown size={14} aria-hidden="true" />}
        >
          To another queue
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {others.map(({ queue_id, name: queue }) => (
          <Menu.Item
            key={queue_id}
            onClick={() =>
              act((board) => board.moveToQueue(callid, queue_id), `${name} is moved to ${queue}`)
            }
          >
            {queue}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function CancelCallback({ callid, name }: CallerProps): ReactNode {
  const act = useAct();
  const confirm = useConfirm();
  const cancel = async (): Promise<void> => {
    const isMeant = await confirm({
      title: `Cancel the callback of ${name}?`,
      text: "The caller loses their place, and no one calls them back.",
      acceptLabel: "Cancel callback",
      cancelLabel: "Keep",
      isDestructive: true,
    });
    if (isMeant) act((board) => board.cancelCallback(callid), `The callback of ${name} is canceled`);
  };
  return (
    <Button
      size="xs"
      variant="light"
      color="red"
      aria-label={`Cancel callback of ${name}`}
      onClick={() => void cancel()}
    >
      Cancel callback
    </Button>
  );
}
