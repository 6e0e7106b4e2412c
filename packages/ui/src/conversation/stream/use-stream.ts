import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { ReadingPlace, type WantedRow } from "./reading-place.ts";
import type { ConversationStreamProps } from "./stream-props.ts";
import { type ItemRow, UNREAD_ROW } from "./stream-row.ts";
import { grownWindow, keptWindow, placeIn, REACH_PX, type StreamWindow, windowAt } from "./stream-window.ts";

export interface Stream<Item extends ItemRow> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly built: StreamWindow<Item>;
  readonly isAtEnd: boolean;
  readonly goToEnd: () => void;
}

/** What the parts of a stream share. */
interface Parts<Item extends ItemRow> {
  readonly props: ConversationStreamProps<Item>;
  readonly place: ReadingPlace;
  readonly built: StreamWindow<Item>;
  readonly build: (next: StreamWindow<Item>) => void;
}

/** An end that is not there after so many frames does not come. */
const MOST_PAINTS = 30;

/** Which rows exist, where the reader stands among them, and how both change. */
export function useStream<Item extends ItemRow>(props: ConversationStreamProps<Item>): Stream<Item> {
  const { hasNewer = false, onNewest } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [place] = useState(() => new ReadingPlace(firstWanted(props)));
  const parts = { props, place, ...useBuilt(props, place) };
  const [isAtEnd, setIsAtEnd] = useState(place.isEnd);
  const toEnd = (): void => {
    place.toEnd();
    // The same rows again, but placed anew.
    parts.build({ ...parts.built });
  };
  const endHasCome = useEffectEvent(() => {
    toEnd();
    // Its rows may still have to be drawn.
    return props.painting.nextPaint();
  });
  const isElsewhere = useEffectEvent(() => hasNewer);
  // Rows that have come are drawn when the browser finds the time: on a busy machine some frames later.
  const untilDrawn = async (): Promise<void> => {
    for (let paints = 0; paints < MOST_PAINTS && isElsewhere(); paints += 1) await props.painting.nextPaint();
  };
  const goToEnd = (): void => {
    toEnd();
    if (!hasNewer) return;
    // It is elsewhere, and comes later. Should it not come, the reader stands where the rows end.
    place.awaitEnd();
    void Promise.resolve(onNewest?.())
      .then(untilDrawn)
      .then(endHasCome, () => {})
      .finally(() => place.endCame());
  };
  useLayoutEffect(() => {
    place.attach(scroller.current, list.current);
    return () => place.attach(null, null);
  }, [place]);
  const look = usePlacing(parts, (isEnd) => {
    if (isEnd !== isAtEnd) setIsAtEnd(isEnd);
  });
  useJumps(parts, goToEnd);
  const grow = useGrowth(parts);
  const tell = useSeen(parts);
  useMoves({
    scroller,
    list,
    place,
    onMoved: () => {
      look();
      grow();
      tell();
    },
    // Not at once: rows that come now would change the very size that is being told of.
    onResized: () => void props.painting.nextPaint().then(grow),
  });
  return { scroller, list, built: parts.built, isAtEnd, goToEnd };
}

function firstWanted<Item extends ItemRow>({
  rows,
  target,
}: ConversationStreamProps<Item>): WantedRow | undefined {
  if (target) return { key: target.key, at: "middle" };
  return placeIn(rows, UNREAD_ROW.key) === undefined ? undefined : { key: UNREAD_ROW.key, at: "start" };
}

/** How high the view was the last time; it is the same for the next conversation. A screen at first. */
let viewHeight = window.innerHeight;

/** At first as many rows as fill the view around the place one opens at. What is said meanwhile is there at once. */
function useBuilt<Item extends ItemRow>(
  { rows, leastHeightOf }: ConversationStreamProps<Item>,
  place: ReadingPlace,
): Pick<Parts<Item>, "built" | "build"> {
  const around = (key: string | undefined): StreamWindow<Item> =>
    windowAt(rows, key, viewHeight, leastHeightOf);
  // Not in a state: while a step waits to be drawn, a state would be worked out anew with every other change.
  const window = useRef<StreamWindow<Item>>(undefined);
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const kept = window.current && keptWindow(window.current, rows);
  const isElsewhere = place.isEnd ? kept?.end !== rows.length : !kept || !hasRow(kept, place.wanted?.key);
  const built = kept && !isElsewhere ? kept : around(place.wanted?.key);
  window.current = built;
  const build = (next: StreamWindow<Item>): void => {
    window.current = next;
    draw();
  };
  return { built, build };
}

function hasRow<Item extends ItemRow>(
  { rows, start, end }: StreamWindow<Item>,
  key: string | undefined,
): boolean {
  const index = key === undefined ? undefined : placeIn(rows, key);
  return index === undefined || (index >= start && index < end);
}

/** Holds the place, before anything is painted. */
function usePlacing<Item extends ItemRow>(
  { props, place, built, build }: Parts<Item>,
  setIsAtEnd: (isAtEnd: boolean) => void,
): () => void {
  const { rows, hasNewer = false } = props;
  const look = useEffectEvent(() => setIsAtEnd(place.look(built.end === rows.length && !hasNewer)));
  const fill = useEffectEvent(() => {
    // Rows may turn out lower than was thought: then more come at once.
    if (built.start > 0 && place.hasRoom) build(grownWindow(built, { above: 0, below: 0 }));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what calls for it.
  useLayoutEffect(() => {
    place.restore();
    look();
    fill();
  }, [place, built]);
  return look;
}

/** To the message that is looked for, and to the user's own new message. */
function useJumps<Item extends ItemRow>(
  { props, place, built, build }: Parts<Item>,
  goToEnd: () => void,
): void {
  const { rows, target } = props;
  const ledTo = useRef(target);
  const lead = useEffectEvent((key: string) => {
    place.want({ key, at: "middle" });
    build({ ...built });
  });
  useLayoutEffect(() => {
    if (target && ledTo.current !== target) lead(target.key);
    ledTo.current = target;
  }, [target]);
  const own = useRef<ReadonlySet<string>>(undefined);
  const showOwn = useEffectEvent(() => {
    if (!place.isEnd) goToEnd();
  });
  useLayoutEffect(() => {
    const before = own.current;
    const keys = rows.filter(({ kind }) => kind === "outgoing").map(({ key }) => key);
    own.current = new Set(keys);
    if (before && keys.some((key) => !before.has(key))) showOwn();
  }, [rows]);
}

/** More rows around the view in small steps, one for each frame, and more from the service where they end. */
function useGrowth<Item extends ItemRow>({ props, place, built, build }: Parts<Item>): () => void {
  const { rows, painting, hasOlder = false, hasNewer = false } = props;
  const isPainted = useRef(false);
  const grow = useEffectEvent(() => {
    // What is in view comes first.
    if (!isPainted.current) return;
    const { reach } = place;
    const grown = grownWindow(built, reach);
    // What is built around the view is nothing new: only what is said at the end is told aloud.
    place.speak(grown === built);
    if (grown !== built) {
      place.keepFocus((key) => !hasRow(grown, key));
      startTransition(() => build(grown));
      return;
    }
    if (built.start === 0 && reach.above < REACH_PX && hasOlder) props.onOlder?.();
    if (built.end === rows.length && reach.below < REACH_PX && hasNewer) props.onNewer?.();
  });
  const { nextPaint, afterPaint } = painting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever came may leave room for more.
  useEffect(() => {
    let isHere = true;
    void (isPainted.current ? nextPaint() : afterPaint()).then(() => {
      isPainted.current = true;
      if (isHere) grow();
    });
    return () => {
      isHere = false;
    };
  }, [built, nextPaint, afterPaint]);
  return grow;
}

/** Tells how far it was seen, with each turn of the wheel and whenever something has come. */
function useSeen<Item extends ItemRow>({ props, place, built }: Parts<Item>): () => void {
  const { rows, hasNewer, onSeen } = props;
  const told = useRef<{ readonly key: string | undefined; readonly isEnd: boolean }>(undefined);
  const tell = useEffectEvent(() => {
    const row = rows[built.start + place.lastInView];
    const now = { key: row?.key, isEnd: place.isEnd };
    if (told.current?.key === now.key && told.current?.isEnd === now.isEnd) return;
    told.current = now;
    onSeen?.(row, now.isEnd);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what calls for it.
  useEffect(() => tell(), [built, hasNewer]);
  return tell;
}

interface MoveOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: RefObject<HTMLElement | null>;
  readonly place: ReadingPlace;
  readonly onMoved: () => void;
  readonly onResized: () => void;
}

/** The reader moves the view; pictures arrive, the window changes, the composer grows. */
function useMoves({ scroller, list, place, onMoved, onResized }: MoveOptions): void {
  const moved = useEffectEvent(onMoved);
  const resized = useEffectEvent(onResized);
  useEffect(() => {
    const [view, rows] = [scroller.current, list.current];
    if (!view || !rows) return;
    const onScroll = (): void => moved();
    view.addEventListener("scroll", onScroll, { passive: true });
    const sizes = new ResizeObserver(() => {
      viewHeight = view.clientHeight || viewHeight;
      place.restore();
      resized();
    });
    sizes.observe(rows);
    sizes.observe(view);
    return () => {
      view.removeEventListener("scroll", onScroll);
      sizes.disconnect();
    };
  }, [scroller, list, place]);
}
