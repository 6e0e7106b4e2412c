import { useState } from "react";
import { newestStretch } from "../store/message-log.ts";
import { rangeWith } from "../store/seq-ranges.ts";
import type { TopicRecord } from "../store/teams-state.ts";
import { useTeamsChat } from "../teams-context.ts";

/** Which stretch of a topic is in view: its end, or the surroundings of a message somebody was led to. */
export function useStretch(record: TopicRecord, around: number | undefined) {
  const chat = useTeamsChat();
  const [isAtNewest, setIsAtNewest] = useState(around === undefined);
  const [wasAround, setWasAround] = useState(around);
  if (wasAround !== around) {
    setWasAround(around);
    setIsAtNewest(around === undefined);
  }
  const { topic, log } = record;
  const newest = newestStretch(log, topic.seq);
  const found = isAtNewest || around === undefined ? undefined : rangeWith(log.known, around);
  const stretch = found ?? newest;
  // What cannot be loaded now is asked for again at the next turn of the wheel.
  const quietly = (loading: Promise<void>): void => void loading.catch(() => {});
  return {
    stretch,
    hasOlder: stretch.hi > stretch.low && stretch.low > 1,
    hasNewer: stretch.hi < newest.hi,
    loadOlder: () => quietly(chat.sync.loadOlder(topic.id, stretch)),
    loadNewer: () => quietly(chat.sync.loadNewer(topic.id, stretch)),
    goToNewest: () => setIsAtNewest(true),
  };
}
