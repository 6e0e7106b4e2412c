import { FAX_REASONS } from "@offhook/contract";
import type { ReceiptContent } from "@offhook/fax-pages";
import { formatPhone } from "@offhook/telephony";
import type { ToldFax, ToldTry } from "../mail/fax-mail-repository.ts";

/** What stands on the receipt of a fax that has arrived or failed, in the time of whoever reads it. */
export function receiptContent(
  fax: ToldFax,
  timezone: string,
  firstPagePng: Uint8Array | undefined,
): ReceiptContent {
  const time = (at: Date): string =>
    at.toLocaleString("en-US", { dateStyle: "medium", timeStyle: "long", timeZone: timezone });
  const isDelivered = fax.state === "done";
  return {
    isDelivered,
    reason: isDelivered ? "" : textOf(fax.reason),
    company: fax.company,
    from: { name: fax.sender, number: formatPhone(fax.mailbox) },
    to: { name: fax.partyName, number: formatPhone(fax.partyNumber) },
    subject: fax.subject,
    station: fax.station,
    pages: fax.pages,
    pagesSent: fax.pagesSent,
    resolution: fax.resolution,
    submitted: time(fax.at),
    ended: fax.endedAt ? time(fax.endedAt) : "",
    tries: fax.tries.map((each, index) => ({
      number: index + 1,
      started: time(each.startedAt),
      ended: each.endedAt ? time(each.endedAt) : "",
      outcome: resultOf(each),
    })),
    firstPagePng,
  };
}

const textOf = (reason: ToldFax["reason"]): string => (reason === null ? "" : FAX_REASONS[reason].text);

function resultOf({ reason, detail }: ToldTry): string {
  if (reason === null) return "Delivered";
  return detail === "" ? textOf(reason) : `${textOf(reason)} (${detail})`;
}
