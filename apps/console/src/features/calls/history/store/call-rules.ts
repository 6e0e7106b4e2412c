import { type CallRecord, type CallRecordFilter, isMissedCall } from "@offhook/contract";
import type { ListEdit } from "../../../../platform/live/list-edits.ts";
import type { ListRules } from "../../../../platform/live/live-list.ts";

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

/** Newest first; those of one moment in a fixed order, the one of the server. */
export function compareCalls(one: CallRecord, other: CallRecord): number {
  if (one.time_ms !== other.time_ms) return other.time_ms - one.time_ms;
  return one.id === other.id ? 0 : one.id > other.id ? -1 : 1;
}

/** Of the calls that are meant and not so already. */
export function setCalls(
  isMeant: (record: CallRecord) => boolean,
  change: Partial<CallRecord>,
): readonly ListEdit<CallRecord>[] {
  const fields = Object.entries(change) as [keyof CallRecord, unknown][];
  const differs = (record: CallRecord): boolean => fields.some(([field, value]) => record[field] !== value);
  return [{ change: (record) => (isMeant(record) && differs(record) ? { ...record, ...change } : record) }];
}

const isOfCall =
  ({ callid, phone }: { readonly callid: string; readonly phone: string }) =>
  (record: CallRecord): boolean =>
    record.callid === callid && record.phone === phone;

/** What happens to calls that are over. */
export const CALL_RULES = {
  HISTORY: ({ cdr }) => [{ put: cdr }],
  HISTORY_READ: ({ phone, ids }) =>
    setCalls((record) => record.phone === phone && (ids?.includes(record.id) ?? true), { new: false }),
  HISTORY_RETURNED: ({ ids, returned }) => setCalls(({ id }) => ids.includes(id), { returned }),
  HISTORY_NOTE: (event) => setCalls(isOfCall(event), { noted: event.note !== null }),
  RECORDING_NEW: (event) => setCalls(isOfCall(event), { recorded: true }),
  // A message belongs to a call that is in the history already.
  VOICEMAIL_NEW: () => undefined,
  // The counter says that nothing is unread any more.
  UNREAD_UPDATE: ({ phn }) => (phn === 0 ? setCalls(() => true, { new: false }) : []),
} satisfies ListRules<CallRecord>;
