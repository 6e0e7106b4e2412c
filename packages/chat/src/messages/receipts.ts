/** How far a member has got in a topic. Always `read <= recv <= seq`. */
export interface Receipts {
  readonly read: number;
  readonly recv: number;
}

/**
 * What a note of having received or read `seq` makes of them. The same object when it says nothing new: a late note, or
 * one of a message that does not exist.
 */
export function noteReceipt(
  receipts: Receipts,
  what: "read" | "recv",
  seq: number,
  lastSeq: number,
): Receipts {
  if (seq > lastSeq || seq <= receipts[what]) return receipts;
  if (what === "recv") return { read: receipts.read, recv: seq };
  return { read: seq, recv: Math.max(receipts.recv, seq) };
}
