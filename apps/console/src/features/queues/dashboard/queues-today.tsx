import type { QueueNumbers, QueueStatus } from "@offhook/contract";
import { RowBoundary } from "@offhook/ui";
import { clockDuration } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useNow } from "../../settings/index.ts";
import { SERVICE_SECONDS } from "./agent-board.ts";
import { useAgentBoard, useAgentBoardState } from "./agent-board-context.ts";
import { UNKNOWN_FIGURE } from "./own-today.tsx";
import { Figures, Panel, PanelNote } from "./panel.tsx";
import classes from "./queues-today.module.css";

const TICK_MS = 1_000;

type NumbersOfQueue = QueueNumbers["queues"][number];

/** Each queue's numbers of today. */
export function QueuesToday(): ReactNode {
  const queues = useAgentBoardState((state) => state.queues);
  const numbers = useStore(useAgentBoard().numbers);
  const now = useNow(TICK_MS);
  return (
    <Panel
      heading="Queues today"
      aside={<PanelNote>Service level: answered within {SERVICE_SECONDS} seconds</PanelNote>}
    >
      <ul className={classes.queues}>
        {queues.map((queue, index) => (
          <li key={queue.queue_id ?? `place-${index}`} className={classes.queue}>
            <RowBoundary item={queue}>
              <h3 className={classes.name}>
                {queue.name} <span className={classes.extension}>{queue.extension}</span>
              </h3>
              <Figures
                figures={figuresOf(
                  queue,
                  numbers?.queues.find(({ queue_id }) => queue_id === queue.queue_id),
                  now,
                )}
              />
            </RowBoundary>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function figuresOf(
  { waiting }: QueueStatus,
  numbers: NumbersOfQueue | undefined,
  now: number,
): Readonly<Record<string, string>> {
  const waits = waiting.map(({ since }) => now / 1000 - since);
  const level = numbers?.service_level ?? null;
  return {
    Waiting: String(waiting.length),
    "Longest wait": numbers ? clockDuration(Math.max(numbers.longest_wait, ...waits)) : UNKNOWN_FIGURE,
    Answered: numbers ? String(numbers.answered) : UNKNOWN_FIGURE,
    Abandoned: numbers ? String(numbers.abandoned) : UNKNOWN_FIGURE,
    "Service level": level === null ? UNKNOWN_FIGURE : `${Math.round(level * 100)}%`,
  };
}
