import { ActionIcon } from "@mantine/core";
import { RowBoundary } from "@offhook/ui";
import { StreamDivider } from "@offhook/ui/stream-divider";
import { ArrowDown } from "lucide-react";
import { memo, type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import type { OutgoingText } from "../outbox/outgoing-text.ts";
import type { Thread } from "../store/thread.ts";
import { useMessageDesk, useThread } from "../use-message-desk.ts";
import { MessageBubble } from "./message-bubble.tsx";
import type { MessageActions } from "./message-menu.tsx";
import classes from "./message-stream.module.css";
import { OutgoingBubble } from "./outgoing-bubble.tsx";
import { ScheduledMessages } from "./scheduled-messages.tsx";
import { firstScreen, grownRows, keptRows, type ThreadRow, threadRows } from "./thread-rows.ts";
import { useAnchoredScroll } from "./use-anchored-scroll.ts";

export interface MessageStreamProps {
  readonly thread: Thread;
  readonly actions: MessageActions;
}

const TICK_MS = 60_000;
const UNREAD_KEY = "unread";
/** What stands above and below the messages in any window, at the least. */
const AROUND_PX = 160;

/** The messages of a thread. Only a part of it exists at a time; it grows at both ends while one scrolls. */
export function MessageStream({ thread, actions }: MessageStreamProps): ReactNode {
  const all = useRows(thread);
  const scheduled = useThread(thread, (state) => state.scheduled);
  const hasBefore = useThread(thread, (state) => state.hasBefore);
  const hasAfter = useThread(thread, (state) => state.hasAfter);
  const targetId = useThread(thread, (state) => state.target)?.id;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const start = all.some(({ key }) => key === UNREAD_KEY) ? UNREAD_KEY : undefined;
  const rows = useBuiltRows(all, keyOfMessage(all, targetId) ?? start);
  const target = useTargetRow(thread, rows);
  const isBuilt = rows === all;
  const { toEnd } = useAnchoredScroll(scroller, list, {
    content: rows,
    hasBefore,
    // As long as its last rows are missing, the end of what is there is not the end of the thread.
    hasAfter: hasAfter || rows.at(-1)?.key !== all.at(-1)?.key,
    start,
    target,
    onNearTop: () => void (isBuilt && thread.loadOlder().catch(() => {})),
    onNearEnd: () => void (isBuilt && thread.loadNewer().catch(() => {})),
    onAtEnd: setIsAtEnd,
  });
  const jumpToEnd = (): void => {
    void thread.toNewest().then(toEnd, () => {});
  };
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard. */}
      <div ref={scroller} className={classes.scroller} role="log" aria-label="Messages" tabIndex={0}>
        <div ref={list} className={classes.list}>
          {rows.map((row) => (
            <StreamRow key={row.key} row={row} actions={actions} targetId={targetId} />
          ))}
        </div>
        {!hasAfter && isBuilt && <ScheduledMessages messages={scheduled} thread={thread} />}
      </div>
      {!isAtEnd && (
        <ActionIcon
          className={classes.jump}
          variant="default"
          radius="xl"
          size="lg"
          aria-label="To the newest message"
          title="To the newest message"
          onClick={jumpToEnd}
        >
          <ArrowDown size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}

const NONE: readonly OutgoingText[] = [];

function useRows(thread: Thread): readonly ThreadRow[] {
  const { outbox } = useMessageDesk();
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

interface BuiltRows {
  readonly rows: readonly ThreadRow[];
  readonly built: readonly ThreadRow[];
  /** Nothing but the screen one looks at. */
  readonly isFirst: boolean;
}

/**
 * The rows that exist. At first only what fills a screen around the place one looks at; the rest when that is painted,
 * and each page that comes later, is built in small steps, one for each frame, so that the thread can be scrolled
 * meanwhile. What is said meanwhile is there at once.
 */
function useBuiltRows(rows: readonly ThreadRow[], place: string | undefined): readonly ThreadRow[] {
  const { nextPaint, afterPaint } = usePlatform().browser;
  const firstBuilt = (): BuiltRows => ({
    rows,
    built: firstScreen(rows, place, window.innerHeight - AROUND_PX),
    isFirst: true,
  });
  const [state, setState] = useState(firstBuilt);
  const now = state.rows === rows ? state : withRows(state, rows, firstBuilt);
  if (now !== state) setState(now);
  useEffect(() => {
    if (now.built === now.rows) return;
    let isHere = true;
    void (now.isFirst ? afterPaint() : nextPaint()).then(() => {
      if (isHere) startTransition(() => setState((before) => (before === now ? withMore(now) : before)));
    });
    return () => {
      isHere = false;
    };
  }, [now, nextPaint, afterPaint]);
  return now.built;
}

function withRows(before: BuiltRows, rows: readonly ThreadRow[], firstBuilt: () => BuiltRows): BuiltRows {
  const built = keptRows(before.built, rows);
  return built ? { rows, built, isFirst: before.isFirst } : firstBuilt();
}

function withMore({ rows, built }: BuiltRows): BuiltRows {
  return { rows, built: grownRows(built, rows), isFirst: false };
}

/** The row of the message that was searched for, once it is there. */
function useTargetRow(thread: Thread, rows: readonly ThreadRow[]): { readonly key: string } | undefined {
  const target = useThread(thread, (state) => state.target);
  const key = keyOfMessage(rows, target?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, the same row is shown again.
  return useMemo(() => (key === undefined ? undefined : { key }), [target, key]);
}

function keyOfMessage(rows: readonly ThreadRow[], id: string | undefined): string | undefined {
  return id === undefined ? undefined : rows.find((row) => isRowOf(row, id))?.key;
}

function isRowOf(row: ThreadRow, id: string): boolean {
  return row.kind === "message" && row.messages.some((message) => message.id === id);
}

interface RowProps {
  readonly row: ThreadRow;
  readonly actions: MessageActions;
  readonly targetId: string | undefined;
}

/** Drawn once: those that are there are left alone when others come. Each has its key, by which its place is held. */
const StreamRow = memo(Row);

function Row({ row, actions, targetId }: RowProps): ReactNode {
  switch (row.kind) {
    case "day":
      return (
        <div data-key={row.key} data-heading>
          <StreamDivider>{row.label}</StreamDivider>
        </div>
      );
    case "unread":
      return (
        <div data-key={row.key}>
          <StreamDivider accent="var(--offhook-section-sms)">Unread messages</StreamDivider>
        </div>
      );
    case "outgoing":
      return <OutgoingBubble outgoing={row.outgoing} />;
    case "message":
      return (
        <RowBoundary item={row} text="This message can't be displayed">
          <MessageBubble
            row={row}
            actions={actions}
            isTarget={targetId !== undefined && isRowOf(row, targetId)}
          />
        </RowBoundary>
      );
  }
}
