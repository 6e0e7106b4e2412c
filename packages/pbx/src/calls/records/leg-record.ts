import type { CompanyId, EndpointId, QueueId, TrunkId } from "../../dialplan/company-config.ts";
import type { Toll } from "../../ports/toll-store.ts";
import type { HangupCause } from "../hangup-cause.ts";

/** What was measured on a leg in one interval; kept with the call. */
export interface QualityInterval {
  readonly at: number;
  readonly lossRate: number;
  readonly jitterMs: number;
  readonly roundTripMs: number | undefined;
  /** 1 to 4.5; undefined when nothing came in the interval, as on hold. */
  readonly meanOpinionScore: number | undefined;
}

/**
 * One party's part in a call: a line of the company or a party outside. A line whose three devices ring has one leg,
 * and so one entry in its history.
 */
export interface LegRecord {
  readonly id: string;
  readonly callId: string;
  readonly companyId: CompanyId;
  /** Undefined for a party outside. */
  readonly endpointId: EndpointId | undefined;
  readonly trunkId: TrunkId | undefined;
  readonly queueId: QueueId | undefined;
  /** Seen from this party: it called, or it was called. */
  readonly direction: "in" | "out";
  /** Of this party. */
  readonly ownNumber: string;
  /** The other party, as this one was shown it. */
  readonly number: string;
  readonly name: string;
  /** What the caller dialed. */
  readonly dialed: string;
  readonly startedAt: number;
  /** Somebody is at the door: nobody can call a door back. */
  readonly isDoorbell?: boolean;
  /** Of a test call, of somebody who listens to an agent, or who dialed to answer for a colleague: no history knows it. */
  readonly isUntold?: boolean;
  /** We called over a trunk and pay for it, whichever side of the call this is; undefined for callers. */
  readonly toll?: Toll;
}

/** `answer` and `elsewhere` are the history's words; everything else counts as missed. */
export type LegStatus =
  | "answer"
  | "elsewhere"
  | "missed"
  | "busy"
  | "declined"
  | "cancelled"
  | "failed"
  | "blocked";

export interface ClosedLegRecord extends LegRecord {
  readonly answeredAt: number | undefined;
  readonly endedAt: number;
  /** Time talked; 0 without an answer. */
  readonly durationMs: number;
  readonly status: LegStatus;
  readonly cause: HangupCause;
  readonly isBlocked: boolean;
  /** The device that answered. */
  readonly deviceId: string | undefined;
  /** The user who declined it, where that is known: several people may share the line. */
  readonly declinedBy?: string | undefined;
  readonly cost: number;
  readonly quality: readonly QualityInterval[];
}
