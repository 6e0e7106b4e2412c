import { type CallRecord, type CallRecordFilter, isMissedCall } from "@offhook/contract";

export interface CallListState {
  /** Newest first. */
  readonly records: readonly CallRecord[];
  /** `idle`: nobody has asked for it yet. What is there stays in sight whatever the status. */
  readonly status: "idle" | "loading" | "ready" | "failed";
  /** Older ones are on the server. */
  readonly hasMore: boolean;
}

export const NO_CALLS: CallListState = { records: [], status: "idle", hasMore: true };

export function matchesFilter(record: CallRecord, filter: CallRecordFilter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "missed":
      return isMissedCall(record);
    case "outgoing":
      return record.dir === "out";
    case "incoming":
      return record.dir === "in";
  }
}

/** Newest first; of one second in a fixed order, the one of the server. */
function comesBefore(one: CallRecord, other: CallRecord): boolean {
  return one.time === other.time ? one.id > other.id : one.time > other.time;
}

/** Pure. Puts a call where it belongs; one that is there already is replaced. */
export function withRecord(records: readonly CallRecord[], record: CallRecord): readonly CallRecord[] {
  const others = records.some(({ id }) => id === record.id)
    ? records.filter(({ id }) => id !== record.id)
    : records;
  const index = others.findIndex((each) => comesBefore(record, each));
  if (index < 0) return [...others, record];
  return [...others.slice(0, index), record, ...others.slice(index)];
}

/** Pure. The next page behind what is there, each call once. */
export function withOlder(
  records: readonly CallRecord[],
  page: readonly CallRecord[],
): readonly CallRecord[] {
  const known = new Set(records.map(({ id }) => id));
  return [...records, ...page.filter(({ id }) => !known.has(id))];
}

/**
 * Pure. The newest page as it is now in front of what is older. Where the two do not meet, calls may be missing in
 * between: then only the page is kept.
 */
export function withNewest(
  list: CallListState,
  page: readonly CallRecord[],
  isWhole: boolean,
): CallListState {
  const last = page.at(-1);
  const meets = last !== undefined && list.records.some(({ id }) => id === last.id);
  if (isWhole || !meets) return { records: page, status: "ready", hasMore: !isWhole };
  const older = list.records.filter((record) => comesBefore(last, record));
  return { records: [...page, ...older], status: "ready", hasMore: list.hasMore };
}

/** Pure. The same array when nothing changes, so that nothing is drawn anew. */
export function changed(
  records: readonly CallRecord[],
  isMeant: (record: CallRecord) => boolean,
  change: Partial<CallRecord>,
): readonly CallRecord[] {
  if (!records.some(isMeant)) return records;
  return records.map((record) => (isMeant(record) ? { ...record, ...change } : record));
}
