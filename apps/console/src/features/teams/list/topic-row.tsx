import { UnreadBadge } from "@offhook/ui";
import { dateWords } from "@offhook/ui/format";
import { EmojiText } from "@offhook/ui/text";
import { AtSign, BellOff, Pin } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useUser } from "../../session/index.ts";
import type { TopicRecord } from "../store/teams-state.ts";
import { unreadOf } from "../store/teams-state.ts";
import { lastWord } from "../store/topic-view.ts";
import { useTeamsState } from "../teams-context.ts";
import { TopicFace } from "../topic/header/topic-face.tsx";
import { systemWords } from "../topic/message/system-words.ts";
import type { Names } from "../topic/use-names.ts";
import classes from "./topic-row.module.css";

export interface TopicRowProps {
  readonly record: TopicRecord;
  readonly names: Names;
  readonly now: number;
}

export const TopicRow = memo(function TopicRow({ record, names, now }: TopicRowProps): ReactNode {
  const { topic } = record;
  const ownId = useTeamsState((state) => state.ownId);
  const outbox = useTeamsState((state) => state.outbox);
  const { effective_timezone: timeZone } = useUser();
  const unread = unreadOf(record, ownId);
  const word = lastWord(record, outbox, ownId);
  const at = word?.at ?? topic.touched ?? topic.created;
  return (
    <div className={classes.row} data-unread={unread.messages > 0 || undefined} data-topic={topic.id}>
      <TopicFace topic={topic} face={names.ofTopic(topic)} />
      <div className={classes.text}>
        <div className={classes.line}>
          <span className={classes.name}>{names.topicName(topic)}</span>
          {topic.isPinned && <Pin size={12} role="img" aria-label="Pinned" className={classes.mark} />}
          {topic.isMuted && <BellOff size={12} role="img" aria-label="Muted" className={classes.mark} />}
          {at !== undefined && <time className={classes.time}>{dateWords({ at, now, timeZone })}</time>}
        </div>
        <div className={classes.line}>
          <span className={classes.preview}>
            <Preview record={record} names={names} />
          </span>
          {unread.mentions > 0 && (
            <AtSign size={14} role="img" aria-label="You were mentioned" className={classes.mention} />
          )}
          <UnreadBadge count={unread.messages} />
        </div>
      </div>
    </div>
  );
});

/** The people who are typing, what the user has not sent yet, or the last word; the first that there is. */
function Preview({ record, names }: Omit<TopicRowProps, "now">): ReactNode {
  const { topic } = record;
  const typing = useTeamsState((state) => state.typing.get(topic.id));
  const draft = useTeamsState((state) => state.drafts.get(topic.id));
  const outbox = useTeamsState((state) => state.outbox);
  const ownId = useTeamsState((state) => state.ownId);
  const [typist] = typing ?? [];
  if (typist !== undefined) {
    const who = topic.isGroup ? `${names.nameOf(typist)} is typing…` : "Typing…";
    return <span className={classes.typing}>{who}</span>;
  }
  if (draft)
    return (
      <>
        <span className={classes.draft}>Draft: </span>
        {draft}
      </>
    );
  const word = lastWord(record, outbox, ownId);
  if (!word) return topic.isGroup ? "No messages yet" : "Say hello";
  if (word.system) return systemWords(word.system, names.nameOf);
  const who = word.from === ownId ? "You: " : topic.isGroup ? `${names.nameOf(word.from)}: ` : "";
  return (
    <>
      {who}
      <EmojiText text={word.text} size={14} />
    </>
  );
}
