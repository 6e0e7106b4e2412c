import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import { useUser } from "../../session/index.ts";
import type { AgentBoard, AgentBoardState } from "./agent-board.ts";

const AgentBoardContext = createServiceContext<AgentBoard>("AgentBoard");
export const AgentBoardProvider = AgentBoardContext.Provider;

export function useAgentBoard(): AgentBoard {
  return useService(AgentBoardContext);
}

export function useAgentBoardState<Selected>(select: (state: AgentBoardState) => Selected): Selected {
  return useStore(useAgentBoard().state, select);
}

/** Names of the user's lines. */
export function useOwnLines(): readonly string[] {
  return useUser().phones.map(({ name }) => name);
}
