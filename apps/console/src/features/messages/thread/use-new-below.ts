import { useRef, useState } from "react";
import type { ThreadRow } from "./thread-rows.ts";

export interface NewBelow {
  /** Messages that came in and were not seen yet. */
  readonly count: number;
  readonly onSeen: (row: ThreadRow | undefined, isAtEnd: boolean) => void;
}

/** What has come in below the place one reads at. What was there before, without a mark, is nothing new. */
export function useNewBelow(rows: readonly ThreadRow[]): NewBelow {
  const placeOf = (key: string | undefined): number => rows.findIndex((row) => row.key === key);
  const furthest = useRef(rows.find(({ kind }) => kind === "unread")?.key ?? rows.at(-1)?.key);
  // Undefined at the end, so that nothing is drawn again when something is said there.
  const [seen, setSeen] = useState<string>();
  const place = seen === undefined ? -1 : placeOf(seen);
  return {
    count: place < 0 ? 0 : rows.slice(place + 1).filter(isIncoming).length,
    onSeen: (row, isAtEnd) => {
      if (row && placeOf(row.key) > placeOf(furthest.current)) furthest.current = row.key;
      setSeen(isAtEnd ? undefined : furthest.current);
    },
  };
}

function isIncoming(row: ThreadRow): boolean {
  return row.kind === "message" && row.messages[0].direction === "in";
}
