import type { Fax } from "@offhook/contract";
import { smsNumber } from "@offhook/telephony";
import { clockTime } from "@offhook/ui/format";
import { callerText } from "../calls/index.ts";

/** Pure. The number of the other side. */
export function otherNumber({ dir, callerId, called }: Pick<Fax, "dir" | "callerId" | "called">): string {
  return dir === "SENT" ? called : callerId;
}

/** Pure. Who is on the other side; `known` is what the address book says. */
export function otherSide(
  fax: Pick<Fax, "dir" | "callerId" | "callername" | "called">,
  known: string | null,
): string {
  // What the network says of a sender is said of ourselves where we have sent.
  const name = fax.dir === "SENT" ? "" : fax.callername;
  return known || callerText({ name, number: otherNumber(fax) });
}

/** Pure. How the other machine names itself; empty where that is only the number that is shown anyway. */
export function stationText(fax: Pick<Fax, "dir" | "callerId" | "called" | "station">): string {
  const isName = /\p{L}/u.test(fax.station);
  return isName || smsNumber(fax.station) !== smsNumber(otherNumber(fax)) ? fax.station : "";
}

export const pagesText = (pages: number): string => (pages === 1 ? "1 page" : `${pages} pages`);

/** As `FAX_SENT`, whose file would bring every schema into the first screen. */
const ARRIVED = 0;

export type FaxDelivery = "sending" | "failed" | "success";

/** Pure. How a sent fax stands; undefined for a received one. */
export function deliveryOf({ dir, dlr_status }: Pick<Fax, "dir" | "dlr_status">): FaxDelivery | undefined {
  if (dir !== "SENT") return undefined;
  if (dlr_status < ARRIVED) return "sending";
  return dlr_status === ARRIVED ? "success" : "failed";
}

export const DELIVERY_WORDS: Readonly<Record<FaxDelivery, string>> = {
  sending: "Sending",
  failed: "Failed",
  success: "Success",
};

/** Pure. How far a fax on its way has come, for a line of its own; empty where there is nothing to tell. */
export function progressText(fax: Fax, timeZone: string, dueAt: (at: number) => string): string {
  if (deliveryOf(fax) !== "sending") return "";
  const { page, pages, tries, max_tries: most, next_try: next } = fax;
  if (next !== null && tries === 0) return `Scheduled for ${dueAt(next * 1000)}`;
  const tried = tries > 1 || next !== null ? `Try ${next === null ? tries : tries + 1} of ${most}` : "";
  if (next !== null) return `${tried}, next at ${clockTime(next * 1000, timeZone)}`;
  const place = page > 0 ? `Page ${page} of ${pages}` : "";
  return [place, tried].filter(Boolean).join(" · ");
}

/** Pure. "Page 3 arrived damaged.", "Pages 3, 5 and 6 arrived damaged."; empty where none did. */
export function damagedText(damaged: readonly number[]): string {
  if (damaged.length === 0) return "";
  if (damaged.length === 1) return `Page ${damaged[0]} arrived damaged.`;
  return `Pages ${damaged.slice(0, -1).join(", ")} and ${damaged.at(-1)} arrived damaged.`;
}

/** "fax-12125550171-20261115-1442.pdf": says what it is wherever it ends up. */
export function faxFileName(fax: Pick<Fax, "dir" | "callerId" | "called" | "time">): string {
  const stamp = new Date(fax.time * 1000).toISOString().replace(/[-:]/g, "").slice(0, 13).replace("T", "-");
  return `fax-${otherNumber(fax).replace(/\D/g, "") || "private"}-${stamp}.pdf`;
}
