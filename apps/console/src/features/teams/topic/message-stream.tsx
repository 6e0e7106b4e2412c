import { RowBoundary } from "@offhook/ui";
import { ArrowDown } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { afterPaint } from "../../../platform/rendering/after-paint.ts";
import { UNREADABLE_MESSAGE } from "../content/message-content.ts";
import classes from "./message-stream.module.css";
import { lastWindow, type RowWindow, SMALL_STEP, windowAround, windowDown, windowUp } from "./row-window.ts";
import type { StreamRow } from "./stream-rows.ts";
import { type SeenPlace, useSeenPlace } from "./use-seen-place.ts";

export interface MessageStreamProps {
  readonly label: string;
  readonly rows: readonly StreamRow[];
  readonly renderRow: (row: StreamRow) => ReactNode;
  /** The row to open at, brought into view each time another object is given. */
  readonly target?: { readonly key: string } | undefined;
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  readonly onOlder: () => void;
  readonly onNewer: () => void;
  /** The user wants the end of the topic, which is not here. */
  readonly onNewest: () => void;
  /** How far the user has seen it. */
  readonly onSeen: (seen: SeenPlace) => void;
  /** Unread messages, on the button that leads to them. */
  readonly newCount: number;
}

/** Where the reader stands: at the end, or with this row so far from the top. */
type Anchor = "end" | { readonly key: string; readonly top: number };

/** Rows are built this long before they come into view. */
const REACH_PX = 500;
const UNREAD_TOP_PX = 56;

/** How high the view was the last time; it is the same for the next topic. A screen at first. */
let viewHeight = window.innerHeight;

function firstWindow(rows: readonly StreamRow[], target: number | undefined): RowWindow {
  return target === undefined ? lastWindow(rows, viewHeight) : windowAround(rows.length, target);
}

/**
 * A stream of any length in both directions. Only the rows around the view exist; what is added above or below, or
 * grows when a picture arrives, never moves what is being read.
 */
export function MessageStream(props: MessageStreamProps): ReactNode {
  const { rows, renderRow, label, hasNewer, newCount, onNewest } = props;
  const { scroller, content, shown, isAtEnd, follow, toEnd } = useStreamWindow(props);
  const aria = { role: "log", tabIndex: 0, "aria-label": label, "aria-live": "off" as const };
  const goToEnd = (): void => {
    if (hasNewer) onNewest();
    toEnd();
  };
  return (
    <div className={classes.frame}>
      <div ref={scroller} className={classes.scroller} onScroll={follow} {...aria}>
        <div ref={content} className={classes.content}>
          {rows.slice(shown.start, shown.end).map((row) => (
            <div key={row.key} data-key={row.key}>
              <RowBoundary item={row} text={UNREADABLE_MESSAGE}>
                <Row row={row} render={renderRow} />
              </RowBoundary>
            </div>
          ))}
        </div>
      </div>
      {(!isAtEnd || hasNewer) && rows.length > 0 && (
        <button type="button" className={classes.jump} onClick={goToEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          {newCount > 0 ? `${newCount} new` : "Jump to newest"}
        </button>
      )}
    </div>
  );
}

/** Inside its boundary, so that a message that cannot be drawn costs no more than itself. */
function Row({
  row,
  render,
}: {
  readonly row: StreamRow;
  readonly render: MessageStreamProps["renderRow"];
}): ReactNode {
  return render(row);
}

interface Held {
  /** First row that exists. */
  readonly startKey?: string | undefined;
  /** Last row that exists; follows the end when left out. */
  readonly endKey?: string | undefined;
}

/** By keys, since places shift when older rows come. What stands between messages moves with them: it cannot hold. */
function heldWindow(rows: readonly StreamRow[], { start, end }: RowWindow): Held {
  return {
    startKey: rows.slice(start).find(({ kind }) => kind !== "day" && kind !== "unread")?.key,
    endKey: end === rows.length ? undefined : rows[end - 1]?.key,
  };
}

function startOf(rows: readonly StreamRow[], place: number | undefined): number {
  let start = place ?? firstWindow(rows, undefined).start;
  while (rows[start - 1]?.kind === "day" || rows[start - 1]?.kind === "unread") start -= 1;
  return start;
}

function useStreamWindow(props: MessageStreamProps) {
  const { rows, target, hasOlder, hasNewer, onOlder, onNewer, onSeen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const placeOf = (key: string | undefined): number | undefined =>
    key === undefined ? undefined : places.get(key);
  const first = firstAnchor(rows, target);
  const [held, setHeld] = useState<Held>(() =>
    heldWindow(rows, firstWindow(rows, first === "end" ? undefined : placeOf(first.key))),
  );
  const anchor = useRef<Anchor>(first);
  const shown = {
    start: startOf(rows, placeOf(held.startKey)),
    end: (placeOf(held.endKey) ?? rows.length - 1) + 1,
  };

  const grow = (step?: number): void => {
    const view = scroller.current;
    if (!view) return;
    const above = view.scrollTop;
    const below = view.scrollHeight - view.scrollTop - view.clientHeight;
    if (above < REACH_PX && shown.start > 0) setHeld(heldWindow(rows, windowUp(shown, step)));
    else if (above < REACH_PX && hasOlder) onOlder();
    if (below < REACH_PX && shown.end < rows.length)
      setHeld(heldWindow(rows, windowDown(shown, rows.length, step)));
    else if (below < REACH_PX && hasNewer) onNewer();
  };
  const toEnd = (): void => {
    anchor.current = "end";
    setHeld(heldWindow(rows, firstWindow(rows, undefined)));
  };
  // Rows may turn out lower than was thought: then more come before anything is painted.
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view) return;
    viewHeight = view.clientHeight;
    if (shown.start > 0 && view.scrollHeight <= viewHeight) setHeld(heldWindow(rows, windowUp(shown)));
  });
  useAnchoring({
    scroller,
    content,
    anchor,
    rows,
    shown,
    onMoved: () => startTransition(() => grow(SMALL_STEP)),
  });
  const { isAtEnd, look } = useSeenPlace(scroller, {
    endsHere: shown.end === rows.length && !hasNewer,
    rowOf: (key) => rows[placeOf(key) ?? -1],
    onSeen,
  });
  const follow = (): void => {
    const view = scroller.current;
    if (!view) return;
    const nowAtEnd = look(view);
    anchor.current = nowAtEnd ? "end" : (firstVisible(view) ?? anchor.current);
    // At the end it was most likely us who moved the view: what lies above can wait until it is looked for.
    if (!nowAtEnd) grow();
  };
  useJumps({
    rows,
    target,
    toEnd,
    toRow: (key) => {
      anchor.current = { key, top: (scroller.current?.clientHeight ?? 0) / 3 };
      setHeld(heldWindow(rows, firstWindow(rows, placeOf(key))));
    },
  });
  return { scroller, content, shown, isAtEnd, follow, toEnd };
}

/** New messages begin below the mark, wherever that is; without one the end is what one wants to see. */
function firstAnchor(rows: readonly StreamRow[], target: { readonly key: string } | undefined): Anchor {
  if (target) return { key: target.key, top: 200 };
  return rows.some(({ kind }) => kind === "unread") ? { key: "unread", top: UNREAD_TOP_PX } : "end";
}

function firstVisible(view: HTMLElement): Anchor | undefined {
  const edge = view.getBoundingClientRect().top;
  for (const row of view.querySelectorAll<HTMLElement>("[data-key]")) {
    const { top, bottom } = row.getBoundingClientRect();
    if (bottom > edge) return { key: row.dataset.key ?? "", top: top - edge };
  }
  return undefined;
}

interface Anchoring {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly anchor: RefObject<Anchor>;
  readonly rows: readonly StreamRow[];
  readonly shown: RowWindow;
  readonly onMoved: () => void;
}

/** Whatever changes around it, the row the reader stands on stays where it is. */
function useAnchoring({ scroller, content, anchor, rows, shown, onMoved }: Anchoring): void {
  const hold = useEffectEvent(() => {
    const view = scroller.current;
    if (!view) return;
    if (anchor.current === "end") view.scrollTop = view.scrollHeight;
    else {
      const { key, top } = anchor.current;
      const row = view.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (row) view.scrollTop += row.getBoundingClientRect().top - view.getBoundingClientRect().top - top;
    }
  });
  const check = useEffectEvent(onMoved);
  useLayoutEffect(() => {
    hold();
  });
  const isWaiting = useRef(false);
  // What is in view comes first: what lies beyond it is built when the screen is up and nothing else is to be done.
  const checkSoon = useEffectEvent(() => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    void afterPaint(window).then(() => {
      isWaiting.current = false;
      check();
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever came may leave room for more.
  useEffect(() => checkSoon(), [rows, shown.start, shown.end]);
  useEffect(() => {
    const watcher = new ResizeObserver(() => {
      hold();
      // Not in here: rows that come now would change the very size that is being told of.
      checkSoon();
    });
    if (content.current) watcher.observe(content.current);
    if (scroller.current) watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, [content, scroller]);
}

interface Jumps {
  readonly rows: readonly StreamRow[];
  readonly target: { readonly key: string } | undefined;
  readonly toRow: (key: string) => void;
  readonly toEnd: () => void;
}

/** To the message that is looked for, and to the user's own new message. */
function useJumps({ rows, target, toRow, toEnd }: Jumps): void {
  const jump = useEffectEvent((key: string) => toRow(key));
  const shownTarget = useRef(target);
  useEffect(() => {
    if (!target || shownTarget.current === target) return;
    shownTarget.current = target;
    jump(target.key);
  }, [target]);
  const lastOutgoing = rows.findLast(({ kind }) => kind === "outgoing")?.key;
  const seen = useRef(lastOutgoing);
  const showOwn = useEffectEvent(toEnd);
  useEffect(() => {
    if (lastOutgoing !== undefined && lastOutgoing !== seen.current) showOwn();
    seen.current = lastOutgoing;
  }, [lastOutgoing]);
}
