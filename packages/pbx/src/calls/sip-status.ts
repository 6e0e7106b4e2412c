import type { HangupCause } from "./hangup-cause.ts";

/** How a cause reads in a SIP status; also for the far end of a refused INVITE. */
const STATUS_OF_CAUSE: Readonly<Partial<Record<HangupCause, number>>> = {
  busy: 486,
  declined: 603,
  noAnswer: 480,
  unreachable: 480,
  cancelled: 487,
  doNotDisturb: 480,
  blocked: 603,
  anonymousRejected: 433,
  notFound: 404,
  forbidden: 403,
  congestion: 503,
  // No gateway to the world, which is not the caller's fault; and RFC 8688: somebody between the two says no.
  noCarrier: 502,
  limitReached: 608,
  shutdown: 503,
  failed: 500,
};

export const statusOfCause = (cause: HangupCause): number => STATUS_OF_CAUSE[cause] ?? 480;

const CAUSE_OF_STATUS: Readonly<Record<number, HangupCause>> = {
  401: "forbidden",
  403: "forbidden",
  404: "notFound",
  407: "forbidden",
  408: "unreachable",
  410: "notFound",
  480: "noAnswer",
  481: "lost",
  484: "notFound",
  486: "busy",
  487: "cancelled",
  488: "failed",
  600: "busy",
  603: "declined",
  604: "notFound",
  606: "failed",
  607: "blocked",
};

/** What a final refusal means. Everything the table does not know is trouble on the way: another trunk may help. */
export function causeOfStatus(status: number): HangupCause {
  return CAUSE_OF_STATUS[status] ?? (status >= 500 && status < 600 ? "congestion" : "failed");
}
