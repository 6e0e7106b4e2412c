import type { ChatData } from "@offhook/contract";
import { mergeRanges } from "@offhook/kernel";
import { isInRanges, rangeWith, type SeqRange } from "./seq-ranges.ts";

/** A message as it came, and up to which number the reactions that came with it reach. */
export interface LoggedFrame {
  readonly data: ChatData;
  readonly asOf: number;
}

/** What is known of a topic's stream: messages, which stretches of it are complete, and what was deleted. */
export interface MessageLog {
  readonly frames: ReadonlyMap<number, LoggedFrame>;
  /** Stretches in which nothing is missing. */
  readonly known: readonly SeqRange[];
  readonly deleted: readonly SeqRange[];
}

export const EMPTY_LOG: MessageLog = { frames: new Map(), known: [], deleted: [] };

/** Pure. `covered` is the stretch that is complete with these messages. */
export function withFrames(
  log: MessageLog,
  messages: readonly ChatData[],
  asOf: number,
  covered?: SeqRange,
): MessageLog {
  const frames = new Map(log.frames);
  for (const data of messages) {
    if (!isInRanges(log.deleted, data.seq)) frames.set(data.seq, { data, asOf: Math.max(asOf, data.seq) });
  }
  return { ...log, frames, known: covered ? mergeRanges([...log.known, covered]) : log.known };
}

/** Pure. Its author and time stay, for as long as the page does: answers may still hang on it. */
export function withDeleted(log: MessageLog, ranges: readonly SeqRange[]): MessageLog {
  const deleted = mergeRanges([...log.deleted, ...ranges]);
  const frames = new Map(log.frames);
  for (const [seq, { data, asOf }] of frames) {
    if (!isInRanges(ranges, seq)) continue;
    const { topic, from, ts, head } = data;
    const reply = head?.reply;
    frames.set(seq, { data: { topic, from, seq, ts, ...(reply ? { head: { reply } } : {}) }, asOf });
  }
  return { ...log, frames, deleted };
}

/** The stretch that ends with the newest message; empty when that one is not here. */
export function newestStretch(log: MessageLog, lastSeq: number): SeqRange {
  return rangeWith(log.known, lastSeq) ?? { low: lastSeq + 1, hi: lastSeq + 1 };
}

const KEPT_MESSAGES = 70;

/** As much as the next visit needs to show the topic at once. */
export function newestPart(log: MessageLog, lastSeq: number): MessageLog {
  const stretch = newestStretch(log, lastSeq);
  const seqs = [...log.frames.keys()].filter((seq) => seq >= stretch.low && seq < stretch.hi);
  seqs.sort((one, other) => other - one);
  const kept = seqs.slice(0, KEPT_MESSAGES);
  const low = seqs.length > KEPT_MESSAGES ? (kept.at(-1) ?? stretch.low) : stretch.low;
  const frames = new Map<number, LoggedFrame>();
  for (const seq of kept) {
    const frame = log.frames.get(seq);
    if (frame) frames.set(seq, frame);
  }
  return { frames, known: mergeRanges([{ low, hi: stretch.hi }]), deleted: log.deleted };
}
