import { useState } from "react";
import { newestStretch } from "../../store/message-log.ts";
import { type TopicRecord, unreadOf } from "../../store/teams-state.ts";
import { readUpTo } from "../../store/topic.ts";
import { useTeamsState } from "../../teams-context.ts";

export interface FirstUnread {
  /** The last message the user had read when they came; undefined where nothing was unread. */
  readonly hadRead: number | undefined;
  /** The message to open at, where it lies outside of the newest stretch. */
  readonly openAt: number | undefined;
}

/**
 * Where what is new begins. Decided once the service has said what there is, since the last visit knows nothing of
 * what came later; and kept while the topic is open, or the mark would flee before the reader's eyes.
 */
export function useFirstUnread(record: TopicRecord): FirstUnread {
  const { topic, log } = record;
  const isListed = useTeamsState((state) => state.isListed);
  const ownId = useTeamsState((state) => state.ownId);
  const [decided, setDecided] = useState<FirstUnread & { readonly id: string }>();
  if (decided?.id === topic.id) return decided;
  if (!isListed) return NOTHING_UNREAD;
  const hadRead = unreadOf(record, ownId).messages > 0 ? readUpTo(topic) : undefined;
  // A new member has read nothing of the team, and should not start at its first day.
  const isNewcomer = hadRead === 0 && topic.isGroup;
  const isFar = hadRead !== undefined && hadRead + 1 < newestStretch(log, topic.seq).low && !isNewcomer;
  const now = { id: topic.id, hadRead, openAt: isFar ? hadRead + 1 : undefined };
  setDecided(now);
  return now;
}

const NOTHING_UNREAD: FirstUnread = { hadRead: undefined, openAt: undefined };
