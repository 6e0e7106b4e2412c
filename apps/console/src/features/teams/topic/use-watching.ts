import { useEffect, useState } from "react";
import type { TopicRecord } from "../store/teams-state.ts";
import { useTeamsChat } from "../teams-context.ts";

function hasFocus(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

/** Whether the user has this window in front of them. */
function useIsFocused(): boolean {
  const [isFocused, setIsFocused] = useState(hasFocus);
  useEffect(() => {
    const look = (): void => setIsFocused(hasFocus());
    window.addEventListener("focus", look);
    window.addEventListener("blur", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      window.removeEventListener("focus", look);
      window.removeEventListener("blur", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return isFocused;
}

/** What arrives while the user looks at the end of a topic is read; further up only what has come into view. */
export function useWatching({ topic, isAttached }: TopicRecord, seesEnd: boolean, seenSeq: number): void {
  const chat = useTeamsChat();
  const isFocused = useIsFocused();
  const { id, seq } = topic;
  useEffect(() => {
    if (isFocused && seesEnd) return chat.watch(id);
  }, [chat, id, isFocused, seesEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message and a new line are what calls for it.
  useEffect(() => {
    if (isFocused && (seesEnd || seenSeq > 0)) chat.markRead(id, seesEnd ? undefined : seenSeq);
  }, [chat, id, isFocused, seesEnd, seenSeq, seq, isAttached]);
  useEffect(() => () => chat.leaveOpen(id), [chat, id]);
}
