import { channelName, type FaxEvent } from "@offhook/contract";
import type { Transaction } from "../../database/database.ts";
import type { UnreadLine } from "../unread/index.ts";
import type { FaxLine } from "./fax-line-repository.ts";
import { readFaxes } from "./fax-view-repository.ts";

/** An event carries whole faxes: of more than this, several are told. */
const TOLD_AT_ONCE = 50;

export function publishToLine(tx: Transaction, { customerId, number }: FaxLine, event: FaxEvent): void {
  tx.publish({ customerId, channel: channelName("fax", number), event });
}

/** Tells how these faxes of one line now are. */
export async function publishChanged(tx: Transaction, line: FaxLine, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += TOLD_AT_ONCE) {
    const faxes = await readFaxes(tx.query, line.customerId, ids.slice(at, at + TOLD_AT_ONCE));
    if (faxes.length > 0) publishToLine(tx, line, { type: "FAX_CHANGED", mailbox: line.number, faxes });
  }
}

/** Tells of a fax that came in, or how far one that goes out has come. A deleted one is not told of. */
export async function publishFax(
  tx: Transaction,
  line: FaxLine,
  type: "FAX_NEW" | "FAX_DLR",
  id: string,
): Promise<void> {
  const [fax] = await readFaxes(tx.query, line.customerId, [id]);
  if (fax) publishToLine(tx, line, { type, mailbox: line.number, id, fax });
}

export const unreadLine = ({ customerId, number }: FaxLine): UnreadLine => ({
  customerId,
  type: "fax",
  line: number,
});
