import { use } from "react";
import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { TeamsChat } from "./store/teams-chat.ts";
import type { TeamsState } from "./store/teams-state.ts";
import type { NamedChat, TeamsDoor } from "./teams-door.ts";

const TeamsDoorContext = createServiceContext<TeamsDoor>("TeamsDoor");
export const TeamsProvider = TeamsDoorContext.Provider;

export function useTeamsDoor(): TeamsDoor {
  return useService(TeamsDoorContext);
}

export function useTeamsUnread(): number {
  return useStore(useTeamsDoor().unread);
}

/** None until the chat is loaded: nobody waits for it. */
export function useNamedChats(): readonly NamedChat[] {
  return useStore(useTeamsDoor().chats);
}

/** The chat; suspends until it is loaded. */
export function useTeamsChat(): TeamsChat {
  const door = useTeamsDoor();
  door.want();
  return use(door.chat);
}

export function useTeamsState<Selected>(select: (state: TeamsState) => Selected): Selected {
  return useStore(useTeamsChat().store, select);
}
