import { MinSE, type Refresher, refresherOf, SessionExpires } from "../../messages/headers/number-headers.ts";
import type { SipHeaders } from "../../messages/headers/sip-headers.ts";
import { Supported } from "../../messages/headers/token-headers.ts";

/** RFC 4028. */
export interface SessionTimerSettings {
  /** What we ask for. */
  readonly seconds: number;
  /** Less than this we refuse with 422. RFC 4028 §5 forbids less than 90. */
  readonly minSeconds: number;
}

export const DEFAULT_SESSION_TIMER: SessionTimerSettings = { seconds: 1_800, minSeconds: 90 };

/** What was agreed: how long the call lives without a refresh, and whether refreshing is our task. */
export interface SessionInterval {
  readonly seconds: number;
  readonly isOurs: boolean;
}

/** The headers of an INVITE or UPDATE of ours. */
export function askForInterval(
  headers: SipHeaders,
  settings: SessionTimerSettings,
  refresher?: Refresher,
): SipHeaders {
  const parameters = refresher ? [{ name: "refresher", value: refresher }] : [];
  return headers
    .withValues(SessionExpires, { seconds: Math.max(settings.seconds, settings.minSeconds), parameters })
    .withValues(MinSE, { seconds: settings.minSeconds, parameters: [] });
}

/** What their 2xx says (RFC 4028 §7.2). A peer that knows no timers does not mind being refreshed by us. */
export function intervalFromResponse(headers: SipHeaders, settings: SessionTimerSettings): SessionInterval {
  const value = headers.first(SessionExpires);
  if (!value || value.seconds === 0) return { seconds: settings.seconds, isOurs: true };
  return { seconds: value.seconds, isOurs: refresherOf(value) !== "uas" };
}

export type IntervalDecision =
  | { readonly kind: "tooSmall"; readonly minSeconds: number }
  | { readonly kind: "none" }
  | {
      readonly kind: "agreed";
      readonly interval: SessionInterval;
      /** What goes into the 2xx. */
      readonly headers: readonly (readonly [name: string, value: string])[];
    };

/** RFC 4028 §9 and Table 2: what we make of their INVITE or UPDATE. */
export function decideInterval(
  request: SipHeaders,
  settings: SessionTimerSettings | undefined,
): IntervalDecision {
  if (!settings) return { kind: "none" };
  const isSupported = request.all(Supported).some((tag) => tag.toLowerCase() === "timer");
  const asked = request.first(SessionExpires);
  if (asked && isSupported && asked.seconds < settings.minSeconds) {
    return { kind: "tooSmall", minSeconds: settings.minSeconds };
  }
  const floor = Math.max(settings.minSeconds, request.first(MinSE)?.seconds ?? 0);
  const wished = asked ? Math.min(asked.seconds, settings.seconds) : settings.seconds;
  const seconds = Math.max(wished, floor);
  // A peer that knows no timers cannot refresh, so we must; otherwise it says who does.
  const refresher: Refresher = isSupported ? ((asked && refresherOf(asked)) ?? "uac") : "uas";
  const headers: (readonly [string, string])[] = [["Session-Expires", `${seconds};refresher=${refresher}`]];
  if (isSupported && refresher === "uac") headers.push(["Require", "timer"]);
  return { kind: "agreed", interval: { seconds, isOurs: refresher === "uas" }, headers };
}

/** RFC 4028 §10: refresh at half time; the side that only waits hangs up a little before the end. */
export function refreshAfterMs(interval: SessionInterval): number {
  return (interval.seconds * 1000) / 2;
}

export function expireAfterMs(interval: SessionInterval): number {
  return (interval.seconds - Math.min(32, interval.seconds / 3)) * 1000;
}

/** A 422 that asks for more than a day asks for too much. */
export const MAX_INTERVAL_SECONDS = 86_400;

/** RFC 4028 §7.4: how long at least, says a 422. */
export function intervalAfter422(headers: SipHeaders, settings: SessionTimerSettings): SessionTimerSettings {
  const minSeconds = headers.first(MinSE)?.seconds ?? settings.minSeconds * 2;
  return {
    seconds: Math.max(settings.seconds, minSeconds),
    minSeconds: Math.max(settings.minSeconds, minSeconds),
  };
}
