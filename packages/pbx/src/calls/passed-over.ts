import type { CompanyId, EndpointId, QueueId } from "../dialplan/company-config.ts";
import type { CallId } from "./call-ids.ts";

/** Why the line itself could not ring. */
export type LineTrouble = "doNotDisturb" | "busy" | "noDevice";

/** Why a line did not ring for a call of its hunt group or queue. */
export type PassedOverReason =
  | LineTrouble
  /** Its user has switched it off in the group. */
  | "switchedOff"
  /** Somebody else is on call, alone. */
  | "onCall"
  /** Others ring first; where the call ends before they are through, this line never rings. */
  | "later"
  | "blocked"
  | "loggedOut"
  | "paused"
  | "wrapUp"
  /** For another caller. */
  | "ringing"
  | "skills"
  | "penalty"
  /** Of another agent. */
  | "turn"
  /** The queue took nobody. */
  | "closed"
  | "full";

export interface PassedOverLine {
  readonly endpointId: EndpointId;
  readonly reason: PassedOverReason;
  /** The reason of a pause, or who is on call. */
  readonly detail?: string | undefined;
}

/** The hunt group or queue that decided it. */
export type PassedOverBy =
  | { readonly kind: "huntGroup"; readonly id: string }
  | { readonly kind: "queue"; readonly id: QueueId };

/** Lines that could have got a call, and why they did not ring. A line that rings later has a record of its own. */
export interface PassedOver {
  readonly companyId: CompanyId;
  readonly callId: CallId;
  readonly at: number;
  readonly by: PassedOverBy;
  /** As the lines would have been shown it. */
  readonly number: string;
  readonly name: string;
  readonly lines: readonly PassedOverLine[];
}
