import type { CallRecord } from "./call-record.ts";

// Apart from the schemas: the console asks this before its first paint and must not load them for it.
type Outcome = Pick<CallRecord, "dir" | "status">;

/** Nobody took it, and it did not go out. */
export function isMissedCall({ dir, status }: Outcome): boolean {
  return dir === "in" && status !== "answer" && status !== "elsewhere";
}

/** A missed call is work until somebody returns it. Nobody owes a blocked caller anything. */
export function awaitsReturn(record: Outcome & Pick<CallRecord, "blocked" | "returned">): boolean {
  return isMissedCall(record) && record.status !== "blocked" && !record.blocked && record.returned === null;
}
