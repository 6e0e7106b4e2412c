import { FAX_REASONS, type FaxReason } from "@offhook/contract";

/** How often the plan tries before a person has to. */
export const PLANNED_TRIES = 3;
/** Before the second try, the third and those after it. */
const WAITS_MS = [60_000, 5 * 60_000, 15 * 60_000];
/** Dialing, ringing and agreeing on how to talk; then each page, on the slowest line there is. */
const CALL_MS = 10 * 60_000;
const PAGE_MS = 5 * 60_000;

/** A try that takes longer is stopped, whatever it waits for. */
export const tryLimitMs = (pages: number): number => CALL_MS + pages * PAGE_MS;

export interface TriedFax {
  readonly pages: number;
  readonly tries: number;
  readonly maxTries: number;
  readonly isCanceled: boolean;
}

export interface TryEnd {
  /** Null: it was delivered. */
  readonly reason: FaxReason | null;
  /** Pages of the fax that are known to have arrived. */
  readonly pages: number;
}

export type FaxFate =
  | { readonly state: "done" }
  | { readonly state: "failed"; readonly reason: FaxReason }
  | { readonly state: "waiting"; readonly reason: FaxReason; readonly waitMs: number };

/** What becomes of a fax when a try has ended. */
export function fateAfter(fax: TriedFax, { reason, pages }: TryEnd): FaxFate {
  // Where every page was confirmed, nothing that went wrong afterwards takes it back.
  if (reason === null || pages >= fax.pages) return { state: "done" };
  if (fax.isCanceled) return { state: "failed", reason: "canceled" };
  if (!FAX_REASONS[reason].isPassing || fax.tries >= fax.maxTries) return { state: "failed", reason };
  // A person who asks for more tries gets the same waits once more.
  const index = (fax.tries - 1) % PLANNED_TRIES;
  return { state: "waiting", reason, waitMs: WAITS_MS[index] ?? WAITS_MS[0] ?? 0 };
}

/**
 * How a try ended that was cut off by the end of the server. While the last page was on its way, nobody can tell
 * whether the fax has arrived as a whole: it must not be sent again by itself.
 */
export function endOfCutOff(
  fax: { readonly pages: number /** The one that was on its way. */; readonly page: number },
  confirmed: number,
): TryEnd {
  if (confirmed >= fax.pages) return { reason: null, pages: confirmed };
  const isInDoubt = Math.max(fax.page, confirmed === 0 ? 0 : confirmed + 1) >= fax.pages;
  return { reason: isInDoubt ? "interrupted" : "dropped", pages: confirmed };
}
