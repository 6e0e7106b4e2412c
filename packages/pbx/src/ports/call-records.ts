import type { ClosedLegRecord, LegRecord } from "../calls/records/leg-record.ts";

/**
 * Call detail rows. Each leg is opened once and closed once, in this order. Rows that are open at the start of the
 * server belong to a crash: the adapter closes them with the cause `crashed`.
 */
export interface CallRecords {
  opened(leg: LegRecord): void;
  closed(leg: ClosedLegRecord): void;
}
