import type { HangupCause } from "../calls/hangup-cause.ts";
import type { ClosedLegRecord } from "../calls/records/leg-record.ts";
import type { FloorHappening } from "./floor-state.ts";
import type { MissedReason } from "./queue-records.ts";

/** Other ends are nobody's fault: the caller gave up, or somebody else was faster. */
const MISSED: Readonly<Partial<Record<HangupCause, MissedReason>>> = {
  noAnswer: "noAnswer",
  declined: "declined",
  busy: "declined",
  unreachable: "unreachable",
  lost: "unreachable",
  failed: "unreachable",
};

/** What the end of a leg means for the queue that it rang for. */
export function legNews(leg: ClosedLegRecord): FloorHappening | undefined {
  const { callId, queueId, endpointId, answeredAt, cause } = leg;
  if (queueId === undefined || endpointId === undefined) return undefined;
  const whose = { callId, queueId, endpointId };
  if (answeredAt !== undefined) return { type: "callEnded", ...whose, talkMs: leg.durationMs };
  const reason = MISSED[cause];
  return reason && { type: "missed", ...whose, reason, ringMs: leg.endedAt - leg.startedAt };
}
