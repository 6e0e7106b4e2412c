import { useEffect, useEffectEvent } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { hasFocus, onFocusChange } from "../../../platform/rendering/window-focus.ts";
import { markReading } from "../notices/reading-mark.ts";
import { patchConversation } from "../store/conversation-rules.ts";
import type { Thread } from "../store/thread.ts";
import type { ThreadState } from "../store/thread-rules.ts";
import { useTextMessages, useThread } from "../use-text-messages.ts";

/**
 * While a thread is on the screen: it is loaded, colleagues see who looks at it, and what is seen counts as read. All
 * requests but the one for what is still missing wait until the thread is painted.
 */
export function useThreadVisit(thread: Thread, messageId: string | undefined, isAllowed: boolean): void {
  const { presence } = useTextMessages();
  const { afterPaint } = usePlatform().browser;
  useEffect(() => {
    if (!isAllowed) return;
    // A failure shows in the thread itself, with a button to try again.
    const open = (): void => void thread.open(messageId).catch(() => {});
    const isThere = thread.state.getState().messages.length > 0 && messageId === undefined;
    if (isThere) return begunBehind(afterPaint(), open);
    open();
  }, [thread, messageId, isAllowed, afterPaint]);

  const isBegun = useThread(thread, ({ conversation }) => conversation !== undefined);
  useEffect(() => {
    // There is nobody to meet in a conversation that has not begun.
    if (!isAllowed || !isBegun) return;
    const follow = (): void => {
      if (document.visibilityState === "visible") presence.enter(thread.address);
      else presence.leave();
    };
    const stop = begunBehind(afterPaint(), follow);
    document.addEventListener("visibilitychange", follow);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", follow);
      // In front of what the next thread says, which waits for its paint as well.
      void afterPaint().then(() => presence.leave(thread.address));
    };
  }, [presence, thread, isAllowed, isBegun, afterPaint]);

  useReading(thread);
  useReadingMark(thread, isAllowed);
  useEffect(() => () => thread.clearMarker(), [thread]);
}

/** Begins when it is time, unless the returned function was called before. */
function begunBehind(time: Promise<void>, begin: () => void): () => void {
  let isWanted = true;
  void time.then(() => {
    if (isWanted) begin();
  });
  return () => {
    isWanted = false;
  };
}

/** Users are not told of a text that comes in while they watch, also not by another tab. */
function useReadingMark(thread: Thread, isAllowed: boolean): void {
  const { nextPaint } = usePlatform().browser;
  useEffect(() => {
    if (!isAllowed) return;
    let unmark: (() => void) | undefined;
    const follow = (): void => {
      if (hasFocus()) unmark ??= markReading(thread.address);
      else {
        unmark?.();
        unmark = undefined;
      }
    };
    // Not when the browser rests: a text may come within a second.
    const stop = begunBehind(nextPaint(), follow);
    const unfollow = onFocusChange(follow);
    return () => {
      stop();
      unfollow();
      unmark?.();
    };
  }, [thread, isAllowed, nextPaint]);
}

/** Read is what lies open in a window that somebody looks at. Nothing is drawn for it. */
function useReading(thread: Thread): void {
  const { api, lists } = useTextMessages();
  const read = useEffectEvent(() => {
    if (thread.isKeptUnread || !hasFocus() || !hasUnread(thread.state.getState())) return;
    const { sms_line, conversation } = thread.address;
    const read = patchConversation(sms_line, conversation, { new: false, unread: 0 });
    // Told again with the next message, or when the window is looked at again.
    lists.change([read], (options) => api.markRead(thread.address, options)).catch(() => {});
  });
  useEffect(() => {
    const look = (): void => read();
    look();
    const unsubscribe = thread.state.subscribe((now, before) => {
      const isNews = now.conversation?.time !== before.conversation?.time;
      if (isNews || hasUnread(now) !== hasUnread(before)) look();
    });
    const unfollow = onFocusChange(look);
    return () => {
      unsubscribe();
      unfollow();
      thread.isKeptUnread = false;
    };
  }, [thread]);
}

function hasUnread({ conversation }: ThreadState): boolean {
  return (conversation?.unread ?? 0) > 0;
}
