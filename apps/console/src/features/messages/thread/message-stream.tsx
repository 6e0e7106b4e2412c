import { ConversationStream } from "@offhook/ui/conversation";
import { type ReactNode, useCallback, useMemo } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import type { OutgoingText } from "../outbox/outgoing-text.ts";
import type { Thread } from "../store/thread.ts";
import { useTextMessages, useThread } from "../use-text-messages.ts";
import { MessageBubble } from "./bubble/message-bubble.tsx";
import type { MessageActions } from "./bubble/message-menu.tsx";
import { OutgoingBubble } from "./bubble/outgoing-bubble.tsx";
import { ScheduledMessages } from "./scheduled-messages.tsx";
import { leastHeight, type MessageRow, type ThreadItem, type ThreadRow, threadRows } from "./thread-rows.ts";
import { useNewBelow } from "./use-new-below.ts";

export interface MessageStreamProps {
  readonly thread: Thread;
  readonly actions: MessageActions;
}

const TICK_MS = 60_000;

/** The messages of a thread, as far as they are loaded. */
export function MessageStream({ thread, actions }: MessageStreamProps): ReactNode {
  const rows = useRows(thread);
  const scheduled = useThread(thread, (state) => state.scheduled);
  const hasBefore = useThread(thread, (state) => state.hasBefore);
  const hasAfter = useThread(thread, (state) => state.hasAfter);
  const target = useThread(thread, (state) => state.target);
  const { count, onSeen } = useNewBelow(rows);
  const targetId = target?.id;
  const renderRow = useCallback(
    (row: ThreadItem): ReactNode =>
      row.kind === "outgoing" ? (
        <OutgoingBubble outgoing={row.outgoing} />
      ) : (
        <MessageBubble
          row={row}
          actions={actions}
          isTarget={targetId !== undefined && isRowOf(row, targetId)}
        />
      ),
    [actions, targetId],
  );
  return (
    <ConversationStream
      label="Messages"
      rows={rows}
      renderRow={renderRow}
      leastHeightOf={leastHeight}
      unreadableText="This message can't be displayed"
      painting={usePlatform().browser}
      target={useTargetRow(target, rows)}
      hasOlder={hasBefore}
      hasNewer={hasAfter}
      onOlder={() => void thread.loadOlder().catch(() => {})}
      onNewer={() => void thread.loadNewer().catch(() => {})}
      onNewest={() => thread.toNewest()}
      onSeen={onSeen}
      newCount={count}
      footer={<ScheduledMessages messages={scheduled} thread={thread} />}
    />
  );
}

const NONE: readonly OutgoingText[] = [];

function useRows(thread: Thread): readonly ThreadRow[] {
  const { outbox } = useTextMessages();
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const messages = useThread(thread, (state) => state.messages);
  const unreadFrom = useThread(thread, (state) => state.unreadFrom);
  const hasAfter = useThread(thread, (state) => state.hasAfter);
  const waiting = useStore(outbox.state);
  const { sms_line: line, conversation } = thread.address;
  return useMemo(() => {
    const own = waiting.filter(({ smsLine, receiver }) => smsLine === line && receiver === conversation);
    // In the middle of a long thread the end is elsewhere.
    const outgoing = hasAfter ? NONE : own;
    return threadRows({ messages, outgoing, unreadFrom, now, timeZone });
  }, [messages, waiting, unreadFrom, hasAfter, now, timeZone, line, conversation]);
}

/** The row of the message that was searched for, once it is there. */
function useTargetRow(
  target: { readonly id: string } | undefined,
  rows: readonly ThreadRow[],
): { readonly key: string } | undefined {
  const key = target && rows.find((row) => row.kind === "message" && isRowOf(row, target.id))?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, the same row is shown again.
  return useMemo(() => (key === undefined ? undefined : { key }), [target, key]);
}

function isRowOf({ messages }: MessageRow, id: string): boolean {
  return messages.some((message) => message.id === id);
}
