import { useConfirm, useSnackbar } from "@offhook/ui";
import { createEmojiMemory, type EmojiMemory } from "@offhook/ui/emoji";
import { useCallback, useMemo, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useMakeTask } from "../../tasks/index.ts";
import { ChatFailure } from "../link/chat-failure.ts";
import type { Message } from "../store/message.ts";
import { useTeamsChat } from "../teams-context.ts";
import type { MessageActs } from "./message-actions.tsx";

const FAILED = "Something went wrong. Try again later";

/** What is being done in a topic right now. */
interface Doing {
  readonly editing?: number | undefined;
  readonly thread?: number | undefined;
  readonly forwarding?: Message | undefined;
}

const NOTHING: Doing = {};

/** It belongs to its topic: whoever goes to another one begins with nothing. */
function useDoing(topic: string) {
  const [state, setState] = useState({ topic, doing: NOTHING });
  const change = useCallback(
    (part: Doing) =>
      setState((before) => ({
        topic,
        doing: { ...(before.topic === topic ? before.doing : NOTHING), ...part },
      })),
    [topic],
  );
  return [state.topic === topic ? state.doing : NOTHING, change] as const;
}

function useEmojiMemory(): EmojiMemory {
  const { store } = usePlatform().browser;
  return useMemo(
    () =>
      createEmojiMemory({
        getItem: (key) => store.get(key),
        setItem: (key, value) => store.set(key, value),
      }),
    [store],
  );
}

/** What can be done with the messages of a topic, and what is being done right now. */
export function useMessageActs(topic: string) {
  const chat = useTeamsChat();
  const { origin } = usePlatform().browser;
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const emojiMemory = useEmojiMemory();
  const makeTask = useMakeTask();
  const [{ editing, thread, forwarding }, change] = useDoing(topic);
  const acts = useMemo<MessageActs>(() => {
    const tell = (failure: unknown): void =>
      snackbar.show(failure instanceof ChatFailure ? failure.message : FAILED, { tone: "error" });
    const copy = (text: string, done: string): void => {
      navigator.clipboard.writeText(text).then(() => snackbar.show(done), tell);
    };
    const remove = async (message: Message): Promise<void> => {
      const text =
        message.replies.length > 0
          ? "Its replies stay. This cannot be undone."
          : "It goes for everyone. This cannot be undone.";
      const isSure = await confirm({
        title: "Delete this message?",
        text,
        acceptLabel: "Delete",
        isDestructive: true,
      });
      if (isSure) await chat.acts.deleteMessage(message);
    };
    return {
      emojiMemory,
      react: (message, emoji) => void chat.acts.react(message.topic, message.seq, emoji).catch(tell),
      openThread: (seq) => change({ thread: seq }),
      startEdit: (message) => change({ editing: message?.seq }),
      saveEdit: async (message, typed, mentions) => {
        await chat.acts.edit(message, typed, mentions);
        change({ editing: undefined });
      },
      remove: (message) => void remove(message).catch(tell),
      forward: (message) => change({ forwarding: message }),
      copyLink: ({ topic: id, seq, reply }) => {
        const place = reply === undefined ? `seq=${seq}` : `seq=${reply}&reply=${seq}`;
        copy(`${origin}/teams/search-result/${id}?${place}`, "Link copied");
      },
      makeTask: ({ topic: source_id, seq }) =>
        makeTask({ source: "chat", source_id, source_detail_id: `${seq}` }),
      copyText: (text) => copy(text, "Text copied"),
    };
  }, [chat, origin, confirm, snackbar, emojiMemory, makeTask, change]);
  return { acts, editing, thread, forwarding, change };
}
