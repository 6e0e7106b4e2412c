import { useEffect, useState, useSyncExternalStore } from "react";
import { hasFocus, onFocusChange } from "../../../../platform/rendering/window-focus.ts";
import type { TopicRecord } from "../../store/teams-state.ts";
import { useTeamsChat } from "../../teams-context.ts";
import { seqOf, type TopicRow } from "./stream-rows.ts";

/**
 * What arrives while the user looks at the end of a topic is read; further up only what has come into view. Tell it of
 * the last row in view.
 */
export function useWatching({ topic, isAttached }: TopicRecord) {
  const chat = useTeamsChat();
  const isFocused = useSyncExternalStore(onFocusChange, hasFocus);
  const [seen, setSeen] = useState({ isAtEnd: false, seq: 0 });
  const { id, seq } = topic;
  const { isAtEnd, seq: seenSeq } = seen;
  useEffect(() => {
    if (isFocused && isAtEnd) return chat.watch(id);
  }, [chat, id, isFocused, isAtEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message and a new line are what calls for it.
  useEffect(() => {
    if (isFocused && (isAtEnd || seenSeq > 0)) chat.markRead(id, isAtEnd ? undefined : seenSeq);
  }, [chat, id, isFocused, isAtEnd, seenSeq, seq, isAttached]);
  useEffect(() => () => chat.leaveOpen(id), [chat, id]);
  return (row: TopicRow | undefined, nowAtEnd: boolean): void => {
    const furthest = Math.max(seenSeq, seqOf(row));
    if (furthest !== seenSeq || nowAtEnd !== isAtEnd) setSeen({ isAtEnd: nowAtEnd, seq: furthest });
  };
}
