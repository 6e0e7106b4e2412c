import { clockDuration } from "@offhook/ui/format";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useAgentBoard, useAgentBoardState, useOwnLines } from "./agent-board-context.ts";
import { ownPlaces } from "./agent-standing.ts";
import { Figures, Panel } from "./panel.tsx";

/** In the place of a number that is not known. */
export const UNKNOWN_FIGURE = "–";

/** The user's own numbers; nothing for somebody who only watches. */
export function OwnToday(): ReactNode {
  const own = useStore(useAgentBoard().numbers, (numbers) => numbers?.own);
  const ownLines = useOwnLines();
  const isAgent = useAgentBoardState(({ queues }) => ownPlaces(queues, ownLines).length > 0);
  if (!isAgent) return null;
  return (
    <Panel heading="My day">
      <Figures
        figures={{
          Answered: own ? String(own.answered) : UNKNOWN_FIGURE,
          Missed: own ? String(own.missed_offers) : UNKNOWN_FIGURE,
          "Talk time": own ? clockDuration(own.talk_time) : UNKNOWN_FIGURE,
          "Longest wait": own ? clockDuration(own.longest_wait) : UNKNOWN_FIGURE,
        }}
      />
    </Panel>
  );
}
