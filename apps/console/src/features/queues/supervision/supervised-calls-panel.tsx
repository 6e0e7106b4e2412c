import { Button } from "@mantine/core";
import type { QueueCall, SupervisionMode } from "@offhook/contract";
import { clockDuration } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { callerText } from "../../calls/index.ts";
import { useCaller } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { Panel, PanelNote } from "../dashboard/panel.tsx";
import { Row, RowControls, Rows, RowTime } from "../dashboard/rows.tsx";
import { useSupervisionBoard } from "./supervision-context.ts";
import { useListening } from "./use-listening.ts";

const TICK_MS = 1_000;

/** What agents talk about with callers of queues at this moment. */
export function SupervisedCallsPanel(): ReactNode {
  const calls = useStore(useSupervisionBoard().calls);
  const queues = useStore(useSupervisionBoard().floor, ({ queues: all }) => all);
  const takePart = useListening();
  return (
    <Panel heading="Calls with agents" aside={calls.length > 0 && <PanelNote>{calls.length}</PanelNote>}>
      {calls.length === 0 ? (
        <PanelNote>No agent is on a queue call.</PanelNote>
      ) : (
        <Rows label="Calls with agents" items={calls} keyOf={({ callid }) => callid}>
          {(call) => (
            <SupervisedCall
              call={call}
              takePart={takePart}
              queue={queues.find(({ queue_id }) => queue_id === call.queue_id)?.name ?? ""}
            />
          )}
        </Rows>
      )}
    </Panel>
  );
}

interface SupervisedCallProps {
  readonly call: QueueCall;
  readonly queue: string;
  readonly takePart: ReturnType<typeof useListening>;
}

const MODES: readonly { readonly mode: SupervisionMode; readonly word: string; readonly name: string }[] = [
  { mode: "listen", word: "Listen", name: "Listen to" },
  { mode: "whisper", word: "Whisper", name: "Whisper to" },
  { mode: "barge", word: "Barge in", name: "Barge in on" },
];

const DOING = { listen: "listening", whisper: "whispering", barge: "in the call" } as const;

function SupervisedCall({ call, queue, takePart }: SupervisedCallProps): ReactNode {
  const { callid, agent, since, supervisors } = call;
  const now = useNow(TICK_MS);
  const userId = useUser().id;
  const caller = useCaller(call.number).name || callerText(call);
  const own = supervisors.find(({ user_id }) => user_id === userId);
  const others = supervisors.filter(({ user_id }) => user_id !== userId);
  return (
    <Row
      name={agent}
      about={[
        [`with ${caller}`, queue].filter(Boolean).join(" · "),
        ...others.map(({ name, mode }) => `${name} is ${DOING[mode]}`),
      ]}
    >
      <RowTime>{clockDuration(now / 1000 - since)}</RowTime>
      <RowControls label={`Call of ${agent}`}>
        {MODES.map(({ mode, word, name }) => (
          <Button
            key={mode}
            size="xs"
            variant={own?.mode === mode ? "filled" : "default"}
            aria-label={`${name} ${agent}`}
            aria-pressed={own?.mode === mode}
            onClick={() => takePart((board) => board.supervise(callid, mode))}
          >
            {word}
          </Button>
        ))}
        <Button
          size="xs"
          variant="light"
          aria-label={`Take over the call of ${agent}`}
          onClick={() => takePart((board) => board.takeOver(callid))}
        >
          Take over
        </Button>
      </RowControls>
    </Row>
  );
}
