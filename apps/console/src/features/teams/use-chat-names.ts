import { UNKNOWN_SENDER_NAME } from "@offhook/ui";
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { usePeople } from "../contacts/index.ts";
import { useUser } from "../session/index.ts";
import type { TeamsChat } from "./store/teams-chat.ts";
import type { TeamsState } from "./store/teams-state.ts";
import { nameOf } from "./store/topic.ts";
import { useNamedChats, useTeamsDoor } from "./teams-context.ts";

type Known = Pick<TeamsState, "people" | "ownId">;
const NOBODY = createStore<Known>()(() => ({ people: new Map(), ownId: undefined }));

/** Names in chat for a screen outside of it, which does not wait until the chat is loaded. */
export interface ChatNames {
  readonly person: (user: string) => string;
  readonly chat: (topic: string) => string;
}

export function useChatNames(): ChatNames {
  const door = useTeamsDoor();
  const [chat, setChat] = useState<TeamsChat>();
  useEffect(() => {
    // Without the chat there are no names of it: the words that were found say enough.
    door.chat.then(setChat, () => {});
  }, [door]);
  const { people, ownId } = useStore<typeof NOBODY, Known>(chat?.store ?? NOBODY, (state) => state);
  const colleagues = usePeople((state) => state.byUserId);
  const chats = useNamedChats();
  const { features } = useUser();
  useEffect(() => {
    if (features.teamChat) door.want();
  }, [door, features]);
  const person = useCallback(
    (user: string): string => {
      if (user === ownId) return "You";
      const known = people.get(user);
      const colleague = known?.userId === undefined ? undefined : colleagues.get(known.userId);
      return colleague?.nickname || colleague?.name || (known && nameOf(known)) || UNKNOWN_SENDER_NAME;
    },
    [people, ownId, colleagues],
  );
  const topic = useCallback(
    (id: string): string => chats.find((each) => each.id === id)?.name ?? "Chat",
    [chats],
  );
  return { person, chat: topic };
}
