import type { InviteFailure } from "@offhook/sip";
import type { HangupCause } from "../calls/hangup-cause.ts";
import { causeOfStatus } from "../calls/sip-status.ts";
import type { FaxTrouble } from "../ports/fax-machine.ts";

/** Why a fax was not sent, in the words of the contract. */
export type FaxFailure =
  | FaxTrouble
  | "busy"
  | "noAnswer"
  | "noSuchNumber"
  | "refused"
  | "noCarrier"
  | "notAllowed"
  | "canceled";

/** A call that nobody answered. */
export interface UnansweredFax {
  readonly cause: HangupCause;
  readonly reason: FaxFailure;
  /** What the network said. */
  readonly detail: string;
}

const REASON_OF_CAUSE: Readonly<Partial<Record<HangupCause, FaxFailure>>> = {
  busy: "busy",
  noAnswer: "noAnswer",
  unreachable: "noAnswer",
  notFound: "noSuchNumber",
  forbidden: "refused",
  declined: "refused",
  blocked: "refused",
  cancelled: "noAnswer",
};

/** RFC 3261 §21.4.26, §21.4.13 and §21.6.4: whoever is there does not speak G.711. */
const INCOMPATIBLE: ReadonlySet<number> = new Set([415, 488, 606]);

/** What a final refusal of our INVITE means for the fax. */
export function unansweredFax(failure: InviteFailure): UnansweredFax {
  switch (failure.kind) {
    case "refused": {
      const { status, reason: phrase } = failure.response;
      const cause = causeOfStatus(status);
      const reason = INCOMPATIBLE.has(status) ? "incompatible" : (REASON_OF_CAUSE[cause] ?? "noCarrier");
      return { cause, reason, detail: `SIP ${status} ${phrase}`.trim() };
    }
    case "failed":
      return { cause: "unreachable", reason: "noCarrier", detail: "The carrier did not answer" };
    case "cancelled":
    case "unanswered":
      return { cause: "noAnswer", reason: "noAnswer", detail: "Nobody answered in time" };
  }
}

const REFUSED_BY_PLAN: Readonly<Partial<Record<HangupCause, UnansweredFax>>> = {
  forbidden: {
    cause: "forbidden",
    reason: "notAllowed",
    detail: "The dial plan does not allow calls to this number",
  },
  limitReached: {
    cause: "limitReached",
    reason: "notAllowed",
    detail: "A limit on outside calls has been reached",
  },
  noCarrier: { cause: "noCarrier", reason: "noCarrier", detail: "No carrier is connected" },
  congestion: { cause: "congestion", reason: "noCarrier", detail: "No carrier is up and has room" },
  notFound: { cause: "notFound", reason: "noSuchNumber", detail: "This is no phone number" },
};

/** What it means that the dial plan says no. */
export const refusedByPlan = (cause: HangupCause): UnansweredFax =>
  REFUSED_BY_PLAN[cause] ?? { cause, reason: "noCarrier", detail: "" };
