import { ConversationStream } from "@offhook/ui/conversation";
import { ArrowLeft, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { UNREADABLE_MESSAGE } from "../content/message-content.ts";
import { type Message, messageKey } from "../store/message.ts";
import type { OutgoingMessage } from "../store/outgoing-message.ts";
import { canWrite } from "../store/topic.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { Composer } from "./compose/composer.tsx";
import { MessageRow } from "./message/message-row.tsx";
import type { MessageScene } from "./message/message-scene.ts";
import { OutgoingRow } from "./message/outgoing-row.tsx";
import classes from "./thread-panel.module.css";

export interface ThreadPanelProps {
  readonly seq: number;
  readonly parent: Message | undefined;
  readonly scene: MessageScene;
  readonly editing: number | undefined;
  /** The answer somebody was led to. */
  readonly target: number | undefined;
  readonly onClose: () => void;
}

/** A message and what was answered to it. */
export function ThreadPanel(props: ThreadPanelProps): ReactNode {
  const { seq, parent, scene, editing, target, onClose } = props;
  const { record, names } = scene;
  const { topic } = record;
  const outbox = useTeamsState((state) => state.outbox);
  const outgoing = useMemo(
    () => outbox.filter((each) => each.topic === topic.id && each.reply === seq),
    [outbox, topic.id, seq],
  );
  useWholeThread(topic.id, seq);
  const count = parent?.replies.length ?? 0;
  return (
    <aside className={classes.panel} aria-label="Thread" data-drop-area>
      <header className={classes.head}>
        <button
          type="button"
          className={classes.close}
          data-way="back"
          aria-label="Back to the chat"
          onClick={onClose}
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </button>
        <h3 className={classes.title}>Thread</h3>
        <span className={classes.count}>
          {count} {count === 1 ? "reply" : "replies"}
        </span>
        <button type="button" className={classes.close} aria-label="Close thread" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      </header>
      <Answers parent={parent} outgoing={outgoing} scene={scene} editing={editing} target={target} />
      {canWrite(topic) && (
        <Composer
          key={seq}
          record={record}
          names={names}
          emojiMemory={scene.acts.emojiMemory}
          reply={seq}
          placeholder="Reply"
        />
      )}
    </aside>
  );
}

type AnswersProps = Pick<ThreadPanelProps, "parent" | "scene" | "editing" | "target"> & {
  readonly outgoing: readonly OutgoingMessage[];
};

function Answers({ parent, outgoing, scene, editing, target }: AnswersProps): ReactNode {
  const { browser } = usePlatform();
  const rows = useMemo(() => threadRows(parent, outgoing), [parent, outgoing]);
  const targetKey = parent?.replies.find(({ seq }) => seq === target)?.key;
  const jump = useMemo(() => (targetKey === undefined ? undefined : { key: targetKey }), [targetKey]);
  const renderRow = (row: ThreadRow): ReactNode => {
    if (row.kind === "outgoing") {
      const { names, timeZone } = scene;
      return <OutgoingRow outgoing={row.outgoing} isContinued={false} names={names} timeZone={timeZone} />;
    }
    const { message } = row;
    return (
      <div className={message === parent ? classes.parent : undefined}>
        <MessageRow
          message={message}
          isContinued={false}
          scene={scene}
          isTarget={target === message.seq}
          isEditing={editing === message.seq}
          isInThread
        />
      </div>
    );
  };
  return (
    <ConversationStream
      label="Replies"
      rows={rows}
      renderRow={renderRow}
      leastHeightOf={() => LEAST_PX}
      unreadableText={UNREADABLE_MESSAGE}
      painting={browser}
      target={jump}
      startsAtTop
    />
  );
}

const LEAST_PX = 48;

type ThreadRow =
  | { readonly kind: "message"; readonly key: string; readonly message: Message }
  | { readonly kind: "outgoing"; readonly key: string; readonly outgoing: OutgoingMessage };

function threadRows(parent: Message | undefined, outgoing: readonly OutgoingMessage[]): readonly ThreadRow[] {
  const messages = parent ? [parent, ...parent.replies] : [];
  return [
    ...messages.map((message) => ({ kind: "message" as const, key: message.key, message })),
    ...outgoing.map((each) => ({ kind: "outgoing" as const, key: messageKey(each.id), outgoing: each })),
  ];
}

/** Answers stand anywhere after their message: all of that has to be here before the thread is whole. */
function useWholeThread(topic: string, seq: number): void {
  const chat = useTeamsChat();
  const isAttached = useTeamsState((state) => state.topics.get(topic)?.isAttached);
  useEffect(() => {
    // Without a line the cached part shows; its return brings the rest.
    if (isAttached) chat.sync.loadSince(topic, seq - 1).catch(() => {});
  }, [chat, topic, seq, isAttached]);
}
