import type { SmsConversation } from "@offhook/contract";
import { useMemo } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useUser } from "../session/index.ts";
import { useMessagesHub } from "./messages-context.ts";
import type { ConversationLists } from "./store/conversation-lists.ts";
import { createTextMessages } from "./text-messages.ts";

const NOTHING: Pick<ConversationLists, "state"> = {
  state: createStore(() => ({ choice: { filter: "all", lines: [] }, lists: {} })),
};

/** The conversations that this device has seen, each once. */
export function useKnownConversations(): readonly SmsConversation[] {
  const { features } = useUser();
  const hub = useMessagesHub();
  const { state } = features.messaging ? hub.open(createTextMessages).lists : NOTHING;
  const byChoice = useStore(state, ({ lists }) => lists);
  return useMemo(() => {
    const rows = Object.values(byChoice).flatMap((list) => list.rows);
    const each = [...new Map(rows.map((row) => [row.lid, row])).values()];
    return each.sort((one, other) => other.time - one.time);
  }, [byChoice]);
}
