import { useLoadingShown } from "@offhook/ui";
import { useEffect, useState } from "react";
import { newestStretch } from "../../store/message-log.ts";
import { rangeWith } from "../../store/seq-ranges.ts";
import type { TopicRecord } from "../../store/teams-state.ts";
import { useTeamsChat, useTeamsState } from "../../teams-context.ts";

/** Which stretch of a topic is in view: its end, or the surroundings of a message somebody was led to. */
export function useStretch(record: TopicRecord, around: number | undefined) {
  const chat = useTeamsChat();
  const { topic, log, isAttached } = record;
  // Of one topic and one message only: whoever goes elsewhere is led anew.
  const place = `${topic.id} ${around ?? ""}`;
  const [leftPlace, setLeftPlace] = useState<string>();
  const newest = newestStretch(log, topic.seq);
  const wanted = leftPlace === place ? undefined : around;
  const found = wanted === undefined ? undefined : rangeWith(log.known, wanted);
  const stretch = found ?? newest;
  const isMissing = wanted !== undefined && !found && isAttached;
  useEffect(() => {
    // Out of reach just now: the line's return tries again.
    if (isMissing) chat.sync.loadAround(topic.id, wanted).catch(() => {});
  }, [chat, topic.id, wanted, isMissing]);
  const hasOutgoing = useTeamsState(({ outbox }) =>
    outbox.some((each) => each.topic === topic.id && each.reply === undefined),
  );
  const isEmpty = topic.seq > 0 && log.known.length === 0 && !hasOutgoing;
  // What cannot be loaded now is asked for again at the next turn of the wheel.
  const quietly = (loading: Promise<void>): void => void loading.catch(() => {});
  return {
    stretch,
    /** What is to be shown is on its way: the place one is led to, or the first messages. */
    isComing: useLoadingShown(isMissing || isEmpty),
    hasOlder: stretch.hi > stretch.low && stretch.low > 1,
    hasNewer: stretch.hi < newest.hi,
    loadOlder: () => quietly(chat.sync.loadOlder(topic.id, stretch)),
    loadNewer: () => quietly(chat.sync.loadNewer(topic.id, stretch)),
    goToNewest: () => setLeftPlace(place),
  };
}
