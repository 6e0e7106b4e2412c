import { NO_CONVERSATION_TEXT, NO_SMS_ACCESS_TEXT } from "@offhook/contract";
import { EmptyState, LoadError, useLoadingShown } from "@offhook/ui";
import { SearchHighlight } from "@offhook/ui/text";
import { useParams, useSearch } from "@tanstack/react-router";
import { MessageSquareLock, MessageSquareText } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useStore } from "zustand";
import { useUser } from "../../session/index.ts";
import { Composer } from "../compose/composer.tsx";
import { conversationKey } from "../store/text-api.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages, useThread } from "../use-text-messages.ts";
import { useMessageActions } from "./bubble/use-message-actions.ts";
import { ClosedNotice } from "./closed-notice.tsx";
import { ThreadHeader } from "./header/thread-header.tsx";
import { ThreadTask } from "./header/thread-task.tsx";
import { MessageStream } from "./message-stream.tsx";
import classes from "./thread-page.module.css";
import { useThreadVisit } from "./use-thread-visit.ts";

interface ThreadParams {
  readonly id?: string;
  readonly smsLine?: string;
  readonly conversation?: string;
}

/** `/messages/{id?}/{smsLine}`: a conversation of a line. Without the number there is none to show yet. */
export function ConversationPage(): ReactNode {
  const { id, smsLine = "" } = useParams({ strict: false }) as ThreadParams;
  return <OneThread number={id} line={smsLine} isWindow={false} />;
}

/** `/messages-win/{id?}/{smsLine}`: the same in a window of its own. */
export function ConversationWindow(): ReactNode {
  const { id, smsLine = "" } = useParams({ strict: false }) as ThreadParams;
  return <OneThread number={id} line={smsLine} isWindow />;
}

/** `/messages/search/{id?}/{smsLine?}/{conversation}`: a conversation at the message that was found. */
export function FoundMessagePage(): ReactNode {
  const { id, smsLine, conversation } = useParams({ strict: false }) as ThreadParams;
  const { search = "" } = useSearch({ strict: false }) as { search?: string };
  const { sms_lines: lines } = useUser();
  const line = smsLine ?? lines[0]?.sms_line ?? "";
  return (
    <SearchHighlight query={search}>
      <OneThread number={conversation} line={line} messageId={id} isWindow={false} />
    </SearchHighlight>
  );
}

interface OneThreadProps {
  readonly number: string | undefined;
  readonly line: string;
  readonly messageId?: string | undefined;
  readonly isWindow: boolean;
}

function OneThread({ number, line, messageId, isWindow }: OneThreadProps): ReactNode {
  const texts = useTextMessages();
  if (number === undefined) {
    return <EmptyState icon={MessageSquareText}>{NO_CONVERSATION_TEXT}</EmptyState>;
  }
  return <ThreadView thread={texts.thread(line, number)} messageId={messageId} isWindow={isWindow} />;
}

interface ThreadViewProps {
  readonly thread: Thread;
  readonly messageId: string | undefined;
  readonly isWindow: boolean;
}

/** Stays when another conversation is opened: only what differs between them is drawn anew. */
function ThreadView({ thread, messageId, isWindow }: ThreadViewProps): ReactNode {
  const { sms_lines: lines } = useUser();
  // Before the first rows are placed, since they are placed by the mark.
  useMemo(() => thread.prepare(), [thread]);
  const isMine = lines.some(({ sms_line }) => sms_line === thread.address.sms_line);
  const status = useThread(thread, (state) => state.status);
  const isClosed = useThread(
    thread,
    ({ conversation }) => conversation?.optedOut === true || conversation?.blocked === true,
  );
  useThreadVisit(thread, messageId, isMine);
  if (!isMine || status === "denied") {
    return <EmptyState icon={MessageSquareLock}>{NO_SMS_ACCESS_TEXT}</EmptyState>;
  }
  return (
    <section
      className={classes.thread}
      aria-label="Conversation"
      data-drop-area
      data-status={status}
      data-conversation={conversationKey(thread.address)}
    >
      <ThreadHeader thread={thread} isWindow={isWindow}>
        <ThreadTask thread={thread} />
      </ThreadHeader>
      <ThreadBody thread={thread} messageId={messageId} />
      <Composer thread={thread} {...(isClosed ? { closed: <ClosedNotice thread={thread} /> } : {})} />
    </section>
  );
}

function ThreadBody({ thread, messageId }: Omit<ThreadViewProps, "isWindow">): ReactNode {
  const actions = useMessageActions(thread);
  const status = useThread(thread, (state) => state.status);
  const isEmpty = useThread(thread, ({ messages, scheduled }) => messages.length + scheduled.length === 0);
  const hasOutgoing = useHasOutgoing(thread);
  const isLoading = useLoadingShown((status === "idle" || status === "loading") && isEmpty);
  if (isLoading) return <ThreadSkeleton />;
  if (status === "failed" && isEmpty) {
    return (
      <div className={classes.middle}>
        <LoadError onRetry={() => void thread.open(messageId).catch(() => {})}>
          This conversation could not be loaded.
        </LoadError>
      </div>
    );
  }
  if (isEmpty && !hasOutgoing) {
    return (
      <div className={classes.middle}>
        <EmptyState icon={MessageSquareText}>{NO_CONVERSATION_TEXT}</EmptyState>
      </div>
    );
  }
  return <MessageStream key={conversationKey(thread.address)} thread={thread} actions={actions} />;
}

function useHasOutgoing({ address }: Thread): boolean {
  const { outbox } = useTextMessages();
  const { sms_line, conversation } = address;
  return useStore(outbox.state, (texts) =>
    texts.some(({ smsLine, receiver }) => smsLine === sms_line && receiver === conversation),
  );
}

/** The shape of what comes, for whoever has to wait for it. */
function ThreadSkeleton(): ReactNode {
  const widths = [46, 60, 34, 52, 40];
  return (
    <div className={classes.skeleton} role="status" aria-label="Loading">
      {widths.map((width) => (
        <div key={width} className={classes.bone} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
