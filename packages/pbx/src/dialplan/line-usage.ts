import type { LineLimits } from "./company-config.ts";
import type { TollKind } from "./toll-kind.ts";

/** What a line has called outside. */
export interface LineUsage {
  readonly callsAtOnce: number;
  readonly callsThisHour: number;
  readonly callsToday: number;
  /** Calls that are on now included. */
  readonly secondsToday: number;
  readonly premiumThisHour: number;
  /** Calls abroad to numbers nobody of the company had called before. */
  readonly newForeignThisHour: number;
}

/** More than so many within an hour look like a stolen line. */
export const SUSPICIOUS = { premium: 3, foreign: 10 } as const;
export type SuspiciousKind = keyof typeof SUSPICIOUS;

/** Satellites cost what premium numbers cost. */
export const suspicionOf = (kind: TollKind): SuspiciousKind | undefined => {
  if (kind === "premium" || kind === "satellite") return "premium";
  return kind === "foreign" ? "foreign" : undefined;
};

export type LineLimitName = keyof LineLimits;
