import { useEffect, useEffectEvent } from "react";
import { markReading } from "../notices/reading-mark.ts";
import type { Thread, ThreadState } from "../store/thread.ts";
import { useMessageDesk, useThread } from "../use-message-desk.ts";

/** While a thread is on the screen: it is loaded, colleagues see who looks at it, and what is seen counts as read. */
export function useThreadVisit(thread: Thread, messageId: string | undefined, isAllowed: boolean): void {
  const { presence } = useMessageDesk();
  useEffect(() => {
    // A failure shows in the thread itself, with a button to try again.
    if (isAllowed) thread.open(messageId).catch(() => {});
  }, [thread, messageId, isAllowed]);

  const isBegun = useThread(thread, ({ conversation }) => conversation !== undefined);
  useEffect(() => {
    // There is nobody to meet in a conversation that has not begun.
    if (!isAllowed || !isBegun) return;
    const follow = (): void => {
      if (document.visibilityState === "visible") presence.enter(thread.address);
      else presence.leave();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      presence.leave();
    };
  }, [presence, thread, isAllowed, isBegun]);

  useReading(thread);
  useReadingMark(thread, isAllowed);
  useEffect(() => () => thread.clearMarker(), [thread]);
}

/** Nobody is told of a text that comes in before his eyes, also not by another tab. */
function useReadingMark(thread: Thread, isAllowed: boolean): void {
  useEffect(() => {
    if (!isAllowed) return;
    let unmark: (() => void) | undefined;
    const follow = (): void => {
      const isLookedAt = document.visibilityState === "visible" && document.hasFocus();
      if (isLookedAt) unmark ??= markReading(thread.address);
      else {
        unmark?.();
        unmark = undefined;
      }
    };
    follow();
    window.addEventListener("focus", follow);
    window.addEventListener("blur", follow);
    document.addEventListener("visibilitychange", follow);
    return () => {
      window.removeEventListener("focus", follow);
      window.removeEventListener("blur", follow);
      document.removeEventListener("visibilitychange", follow);
      unmark?.();
    };
  }, [thread, isAllowed]);
}

/** Read is what lies open in a window that somebody looks at. Nothing is drawn for it. */
function useReading(thread: Thread): void {
  const { api, lists } = useMessageDesk();
  const read = useEffectEvent(() => {
    if (!hasUnread(thread.state.getState())) return;
    if (document.visibilityState !== "visible" || !document.hasFocus()) return;
    const { sms_line, conversation } = thread.address;
    lists.change(sms_line, conversation, { new: false, unread: 0 });
    // Told again with the next message, or when the window is looked at again.
    api.markRead(thread.address).catch(() => {});
  });
  useEffect(() => {
    const look = (): void => read();
    look();
    const unsubscribe = thread.state.subscribe((now, before) => {
      const isNews = now.conversation?.time !== before.conversation?.time;
      if (isNews || hasUnread(now) !== hasUnread(before)) look();
    });
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      unsubscribe();
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [thread]);
}

function hasUnread({ conversation }: ThreadState): boolean {
  return (conversation?.unread ?? 0) > 0;
}
