import { useConfirm, useSnackbar } from "@offhook/ui";
import { createEmojiMemory } from "@offhook/ui/emoji";
import { useMemo, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { ChatFailure } from "../link/chat-failure.ts";
import type { Message } from "../store/message.ts";
import { useTeamsChat } from "../teams-context.ts";
import type { MessageActs } from "./message-actions.tsx";

const FAILED = "Something went wrong. Try again later";

/** What can be done with the messages of a topic, and what is being done right now. */
export function useMessageActs() {
  const chat = useTeamsChat();
  const { browser } = usePlatform();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const [editing, setEditing] = useState<number>();
  const [thread, setThread] = useState<number>();
  const [forwarding, setForwarding] = useState<Message>();
  const acts = useMemo<MessageActs>(() => {
    const { store, origin } = browser;
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
      emojiMemory: createEmojiMemory({
        getItem: (key) => store.get(key),
        setItem: (key, value) => store.set(key, value),
      }),
      react: (message, emoji) => void chat.acts.react(message.topic, message.seq, emoji).catch(tell),
      openThread: setThread,
      startEdit: (message) => setEditing(message?.seq),
      saveEdit: async (message, typed, mentions) => {
        await chat.acts.edit(message, typed, mentions);
        setEditing(undefined);
      },
      remove: (message) => void remove(message).catch(tell),
      forward: setForwarding,
      copyLink: ({ topic, seq, reply }) => {
        const place = reply === undefined ? `seq=${seq}` : `seq=${reply}&reply=${seq}`;
        copy(`${origin}/teams/search-result/${topic}?${place}`, "Link copied");
      },
      copyText: (text) => copy(text, "Text copied"),
    };
  }, [chat, browser, confirm, snackbar]);
  return { acts, editing, thread, setThread, forwarding, stopForwarding: () => setForwarding(undefined) };
}
