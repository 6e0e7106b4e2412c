import { EmptyState, ListSkeleton } from "@offhook/ui";
import { ConversationStream, createDayHeadings } from "@offhook/ui/conversation";
import { SearchHighlight } from "@offhook/ui/text";
import { MessagesSquare } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { UNREADABLE_MESSAGE } from "../content/message-content.ts";
import { LinkNotice } from "../list/link-notice.tsx";
import type { Message } from "../store/message.ts";
import { type TopicRecord, unreadOf } from "../store/teams-state.ts";
import { canWrite } from "../store/topic.ts";
import { timelineOf } from "../store/topic-view.ts";
import { useTeamsState } from "../teams-context.ts";
import { Composer } from "./compose/composer.tsx";
import { TypingLine } from "./compose/typing-line.tsx";
import { TopicHeader } from "./header/topic-header.tsx";
import { ForwardDialog } from "./message/forward-dialog.tsx";
import { AnswersRow, MessageRow } from "./message/message-row.tsx";
import type { MessageScene } from "./message/message-scene.ts";
import { OutgoingRow } from "./message/outgoing-row.tsx";
import { SystemRow } from "./message/system-row.tsx";
import { useMessageActs } from "./message/use-message-acts.ts";
import { leastHeight, streamRows, type TopicItem } from "./stream/stream-rows.ts";
import { useFirstUnread } from "./stream/use-first-unread.ts";
import { useStretch } from "./stream/use-stretch.ts";
import { useWatching } from "./stream/use-watching.ts";
import { ThreadPanel } from "./thread-panel.tsx";
import classes from "./topic-view.module.css";
import { useNames } from "./use-names.ts";

/** A message to open the topic at. */
export interface TopicTarget {
  readonly topic: string;
  readonly seq: number;
  /** An answer to it. */
  readonly reply: number | undefined;
  readonly search: string;
}

export interface TopicViewProps {
  readonly record: TopicRecord;
  readonly target: TopicTarget | undefined;
  readonly isWindow: boolean;
  readonly onLeft: () => void;
}

/**
 * A conversation: what was said, and where one goes on with it. What stands around the messages is the same in every
 * topic and stays where it is when one goes to another: building it anew would take longer than the messages do.
 */
export function TopicView({ record, target, isWindow, onLeft }: TopicViewProps): ReactNode {
  const names = useNames();
  const { id } = record.topic;
  const { acts, editing, thread, forwarding, change } = useMessageActs(id);
  const ownId = useTeamsState((state) => state.ownId);
  const { effective_timezone: timeZone } = useUser();
  const scene = useMemo<MessageScene>(
    () => ({ record, names, ownId, timeZone, acts }),
    [record, names, ownId, timeZone, acts],
  );
  const [ledTo, setLedTo] = useState<TopicTarget>();
  if (ledTo !== target) {
    setLedTo(target);
    if (target?.reply !== undefined) change({ thread: target.seq });
  }
  const firstUnread = useFirstUnread(record);
  const stretch = useStretch(record, target?.seq ?? firstUnread.openAt);
  const timeline = timelineOf(record.log, stretch.stretch);
  const editLast = (): void => {
    const own = timeline.messages.findLast(
      ({ from, isDeleted, system }) => from === ownId && !isDeleted && !system,
    );
    acts.startEdit(own);
  };
  return (
    <div className={classes.view}>
      <section className={classes.main} aria-label={names.topicName(record.topic)} data-drop-area>
        <TopicHeader record={record} names={names} isWindow={isWindow} onLeft={onLeft} />
        {isWindow && <LinkNotice />}
        <SearchHighlight query={target?.search ?? ""}>
          <Stream
            // What is new is known only after the first look: then the place to open at is another one.
            key={`${id} ${firstUnread.hadRead ?? ""}`}
            scene={scene}
            stretch={stretch}
            target={target}
            editing={editing}
            hadRead={firstUnread.hadRead}
          />
        </SearchHighlight>
        <TypingLine topic={record.topic} names={names} />
        {canWrite(record.topic) ? (
          <Composer
            record={record}
            names={names}
            emojiMemory={acts.emojiMemory}
            placeholder={`Message ${names.topicName(record.topic)}`}
            onEditLast={editLast}
          />
        ) : (
          <p className={classes.readOnly}>You have read-only access.</p>
        )}
      </section>
      {thread !== undefined && (
        <ThreadPanel
          seq={thread}
          parent={timeline.bySeq.get(thread)}
          scene={scene}
          editing={editing}
          target={target?.reply}
          onClose={() => change({ thread: undefined })}
        />
      )}
      {forwarding && <ForwardDialog message={forwarding} onClose={() => change({ forwarding: undefined })} />}
    </div>
  );
}

interface StreamProps {
  readonly scene: MessageScene;
  readonly stretch: ReturnType<typeof useStretch>;
  readonly target: TopicTarget | undefined;
  readonly editing: number | undefined;
  readonly hadRead: number | undefined;
}

function Stream({ scene, stretch, target, editing, hadRead }: StreamProps): ReactNode {
  const { record, names, timeZone } = scene;
  const { browser } = usePlatform();
  const { rows, bySeq, newCount } = useRows(scene, stretch.stretch, hadRead);
  const see = useWatching(record);
  const targetKey = target === undefined ? undefined : bySeq.get(target.seq)?.key;
  const jump = useMemo(() => (targetKey === undefined ? undefined : { key: targetKey }), [targetKey]);
  const renderRow = (row: TopicItem): ReactNode => {
    switch (row.kind) {
      case "system":
        return row.message.system && <SystemRow event={row.message.system} names={names} />;
      case "answers":
        return (
          <AnswersRow answers={row.answers} parent={bySeq.get(row.parent)} seq={row.parent} scene={scene} />
        );
      case "outgoing":
        return (
          <OutgoingRow
            outgoing={row.outgoing}
            isContinued={row.isContinued}
            names={names}
            timeZone={timeZone}
          />
        );
      case "message":
        return (
          <MessageRow
            message={row.message}
            isContinued={row.isContinued}
            scene={scene}
            isTarget={target?.seq === row.message.seq && target.reply === undefined}
            isEditing={editing === row.message.seq}
          />
        );
    }
  };
  if (stretch.isComing || rows.length === 0)
    return (
      <div className={classes.empty}>
        {stretch.isComing ? (
          <ListSkeleton rowHeight={56} />
        ) : (
          <EmptyState icon={MessagesSquare}>There are no messages in this chat yet.</EmptyState>
        )}
      </div>
    );
  return (
    <ConversationStream
      label="Messages"
      rows={rows}
      renderRow={renderRow}
      leastHeightOf={leastHeight}
      unreadableText={UNREADABLE_MESSAGE}
      painting={browser}
      target={jump}
      hasOlder={stretch.hasOlder}
      hasNewer={stretch.hasNewer}
      onOlder={stretch.loadOlder}
      onNewer={stretch.loadNewer}
      onNewest={stretch.goToNewest}
      onSeen={see}
      newCount={newCount}
    />
  );
}

const TICK_MS = 60_000;
const NO_MESSAGES: readonly Message[] = [];

function useRows(
  { record, ownId, timeZone }: MessageScene,
  range: StreamProps["stretch"]["stretch"],
  hadRead: number | undefined,
) {
  const { topic, log } = record;
  const outbox = useTeamsState((state) => state.outbox);
  const newCount = unreadOf(record, ownId).messages;
  // Not before the first unread message is here: a mark above another one would lie, and wander.
  const markAfter = hadRead !== undefined && hadRead + 1 >= range.low ? hadRead : undefined;
  const { bySeq } = timelineOf(log, range);
  const now = useNow(TICK_MS);
  const rows = useMemo(() => {
    const messages = bySeq.size === 0 ? NO_MESSAGES : [...bySeq.values()].reverse();
    const outgoing = outbox.filter((each) => each.topic === topic.id && each.reply === undefined);
    const startDay = createDayHeadings(now, timeZone);
    return streamRows({ messages, outgoing, readUpTo: markAfter, ownId, startDay });
  }, [bySeq, outbox, topic.id, markAfter, ownId, now, timeZone]);
  return { rows, bySeq, newCount };
}
