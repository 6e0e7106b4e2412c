import type { CallRecord } from "./call-record.ts";

// Apart from the schemas: the console asks this before its first paint and must not load them for it.
type Outcome = Pick<CallRecord, "dir" | "status">;

/** Nobody took it, and it did not go out. A user who declines has answered: they saw the call and did not want it. */
export function isMissedCall({ dir, status }: Outcome): boolean {
  return dir === "in" && status !== "answer" && status !== "elsewhere" && status !== "declined";
}

/** A missed call is work until somebody returns it. Nobody owes a blocked caller anything, or can call a door back. */
export function awaitsReturn(
  record: Outcome & Pick<CallRecord, "blocked" | "doorbell" | "returned">,
): boolean {
  const isOwed = record.status !== "blocked" && !record.blocked && !record.doorbell;
  return isMissedCall(record) && isOwed && record.returned === null;
}
