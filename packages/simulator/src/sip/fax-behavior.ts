/** How a fax machine outside takes a fax. */
export interface FaxManner {
  /** Whether its carrier changes to T.38 when asked, asks for it, or wants to hear nothing of it. */
  readonly t38: "takes" | "asks" | "refuses";
  /** An old machine that needs so many milliseconds to print a row. */
  readonly rowMs?: number;
  /** It hangs up once so many pages have arrived. */
  readonly breaksOffAfter?: number;
}

/** What happens when a fax machine calls. */
export type FaxBehavior =
  | { readonly kind: "machine"; readonly afterMs: number; readonly manner: FaxManner }
  | { readonly kind: "person" }
  | { readonly kind: "refuses"; readonly status: number }
  | { readonly kind: "letsItRing" };

/** Numbers with manners of their own; everybody else has a fax machine that works. */
export function usualFaxBehavior(number: string): FaxBehavior {
  if (number.endsWith("5550199")) return { kind: "refuses", status: 486 };
  if (number.endsWith("5550198")) return { kind: "letsItRing" };
  if (number.endsWith("5550197")) return { kind: "refuses", status: 404 };
  if (number.endsWith("5550196")) return { kind: "person" };
  const machine = (manner: FaxManner): FaxBehavior => ({ kind: "machine", afterMs: 1_000, manner });
  if (number.endsWith("5550195")) return machine({ t38: "refuses", breaksOffAfter: 1 });
  if (number.endsWith("5550193")) return machine({ t38: "refuses", rowMs: 20 });
  if (number.endsWith("5550194")) return machine({ t38: "asks" });
  return machine({ t38: "takes" });
}

/** Only fax machines ask everybody on the way to leave silence alone. */
export const isFaxOffer = (description: string): boolean => /^a=silenceSupp:off/im.test(description);
