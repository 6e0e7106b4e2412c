import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import type { StreamRow } from "./stream-rows.ts";

export interface SeenPlace {
  /** The last message is in view. */
  readonly isAtEnd: boolean;
  /** Number of the last message that has come into view. */
  readonly seq: number;
}

export const NOTHING_SEEN: SeenPlace = { isAtEnd: false, seq: 0 };

const END_PX = 48;

export interface SeenOptions {
  /** The end of the rows that exist is the end of the topic. */
  readonly endsHere: boolean;
  readonly rowOf: (key: string | undefined) => StreamRow | undefined;
  readonly onSeen: (seen: SeenPlace) => void;
}

/** How far a stream was seen. Call it after whatever moves the view. */
export function useSeenPlace(
  scroller: RefObject<HTMLElement | null>,
  { endsHere, rowOf, onSeen }: SeenOptions,
) {
  const [seen, setSeen] = useState<SeenPlace>(NOTHING_SEEN);
  /** True at the end of the topic. */
  const look = (view: HTMLElement): boolean => {
    const below = view.scrollHeight - view.scrollTop - view.clientHeight;
    const isAtEnd = below < END_PX && endsHere;
    const seq = seqOf(rowOf(lastVisible(view)));
    setSeen((before) => {
      const furthest = Math.max(before.seq, seq);
      const isSame = before.isAtEnd === isAtEnd && before.seq === furthest;
      return isSame ? before : { isAtEnd, seq: furthest };
    });
    return isAtEnd;
  };
  // Also without a turn of the wheel: all of it may fit into the view, or something may have come.
  useLayoutEffect(() => {
    if (scroller.current) look(scroller.current);
  });
  useEffect(() => onSeen(seen), [seen, onSeen]);
  return { isAtEnd: seen.isAtEnd, look };
}

/** The last row of which something is in view. */
function lastVisible(view: HTMLElement): string | undefined {
  const edge = view.getBoundingClientRect().bottom;
  const rows = [...view.querySelectorAll<HTMLElement>("[data-key]")];
  return rows.findLast((row) => row.getBoundingClientRect().top < edge)?.dataset.key;
}

/** Up to which number a row has been read by whoever sees it. */
function seqOf(row: StreamRow | undefined): number {
  if (row?.kind === "message" || row?.kind === "system") return row.message.seq;
  return row?.kind === "answers" ? Math.max(...row.answers.map(({ seq }) => seq)) : 0;
}
