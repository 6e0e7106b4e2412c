import { useConfirm, useSnackbar } from "@offhook/ui";
import { createEmojiMemory, type EmojiMemory } from "@offhook/ui/emoji";
import { useRouter } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { paths } from "../../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { useMakeTask } from "../../../tasks/index.ts";
import { ChatFailure } from "../../link/chat-failure.ts";
import type { Message } from "../../store/message.ts";
import { isGroupId } from "../../store/topic.ts";
import { useTeamsChat } from "../../teams-context.ts";
import type { MessageActs } from "./message-scene.ts";

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

/** Each side of a direct chat calls it by the other: whose link it is leads both to the same one. */
function linkTo({ topic, seq, reply }: Message, ownId: string | undefined): string {
  const place = reply === undefined ? { seq: `${seq}` } : { seq: `${reply}`, reply: `${seq}` };
  const from = isGroupId(topic) || ownId === undefined ? {} : { from: ownId };
  return paths.foundInChat(topic, { ...place, ...from });
}

/** What can be done with the messages of a topic, and what is being done right now. */
export function useMessageActs(topic: string) {
  const chat = useTeamsChat();
  const { origin } = usePlatform().browser;
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const emojiMemory = useEmojiMemory();
  const makeTask = useMakeTask();
  const router = useRouter();
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
          ? "Its replies stay. This can't be undone."
          : "It will be deleted for everyone. This can't be undone.";
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
      copyLink: (message) => copy(origin + linkTo(message, chat.store.getState().ownId), "Link copied"),
      markUnread: ({ topic: id, seq }) => {
        chat.markUnread(id, seq).then(() => {
          // A window of its own has nowhere else to go: there it stays unread until it is left.
          const { pathname } = router.state.location;
          if (!pathname.startsWith("/teams-chat")) router.history.push(paths.noChat());
        }, tell);
      },
      makeTask: ({ topic: source_id, seq }) =>
        makeTask({ source: "chat", source_id, source_detail_id: `${seq}` }),
      copyText: (text) => copy(text, "Text copied"),
    };
  }, [chat, origin, confirm, snackbar, emojiMemory, makeTask, change, router]);
  return { acts, editing, thread, forwarding, change };
}
