import { type ContactUpdateEvent, channelName } from "@offhook/contract";
import type { Transaction } from "../../../database/database.ts";
import type { ContactRow } from "./contact-repository.ts";

type Changed = Pick<ContactRow, "id" | "customer_id" | "owner_id" | "was_public">;

const MAX_NAMED = 100;

/** Tells those who see them, or have seen them, that contacts have changed. */
export function publishChanges(tx: Transaction, contacts: readonly Changed[], version: number): void {
  const idsByChannel = new Map<string, string[]>();
  for (const { id, customer_id, owner_id, was_public } of contacts) {
    if (!was_public && owner_id === null) continue;
    const channel = was_public ? channelName("customer", customer_id) : channelName("user", owner_id ?? 0);
    const ids = idsByChannel.get(channel) ?? [];
    if (ids.length < MAX_NAMED) ids.push(String(id));
    idsByChannel.set(channel, ids);
  }
  const [first] = contacts;
  if (!first) return;
  for (const [channel, ids] of idsByChannel) {
    const event: ContactUpdateEvent = { type: "CONTACT_UPDATE", ids, version };
    tx.publish({ customerId: first.customer_id, channel, event });
  }
}
