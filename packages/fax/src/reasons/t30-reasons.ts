import type { FaxEndReason } from "../protocol/fax-call-events.ts";

/** The codes of spandsp's `T30_ERR_…`, by what they mean for the fax. Those that are not here are `incompatible`. */
const CODES: Readonly<
  Record<Exclude<FaxEndReason, "incompatible" | "noEngine" | "interrupted">, readonly number[]>
> = {
  // T0 and T1: nobody spoke as a fax machine does. 19: something did, and it was no fax machine.
  notFax: [2, 3, 19],
  // It stopped answering, or said goodbye too early.
  dropped: [4, 17, 20, 21, 22, 26, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 48, 49],
  // No modem could be agreed on, or what came was not what had been sent.
  badLine: [1, 5, 6, 13, 14, 15, 16, 18, 23, 25, 27, 28],
  // The file: not there, no such page, not a TIFF of a fax.
  badDocument: [41, 42, 43, 44, 45, 46, 47],
};

const REASONS = new Map(
  Object.entries(CODES).flatMap(([reason, codes]) =>
    codes.map((code) => [code, reason as FaxEndReason] as const),
  ),
);

/** `hasFarEnd`: a frame of a fax machine was heard. Without it a call that ends was none to a fax machine. */
export function reasonOf(code: number, hasFarEnd: boolean): FaxEndReason {
  const reason = REASONS.get(code) ?? "incompatible";
  const needsFarEnd = reason === "dropped" || reason === "badLine";
  return needsFarEnd && !hasFarEnd ? "notFax" : reason;
}
