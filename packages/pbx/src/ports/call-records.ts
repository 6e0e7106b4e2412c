import type { ClosedLegRecord, LegRecord } from "../calls/records/leg-record.ts";

/**
 * Call detail rows. Each leg is opened once and closed once, in this order. Rows that are open at the start of the
 * server belong to a crash: the adapter closes them with the cause `crashed`. Those of calls that go on are opened
 * again instead, in case that the first time was not written any more.
 */
export interface CallRecords {
  opened(leg: LegRecord): void;
  closed(leg: ClosedLegRecord): void;
}
