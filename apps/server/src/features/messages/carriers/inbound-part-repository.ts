import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

/** What the segments of one long text have in common. */
export interface PartGroup {
  readonly from: string;
  readonly to: string;
  readonly reference: number;
  readonly total: number;
}

export interface InboundPartRow {
  readonly number: number;
  readonly text: string;
  readonly at: number;
}

/** As UTF-16: a segment may end in the middle of a sign, which text in the database cannot. */
const toBytes = (text: string): Buffer => Buffer.from(text, "utf16le");

/** Locked: two segments that come at once must not both think that the other is missing. */
export async function selectInboundParts(query: Kysely<DB>, group: PartGroup): Promise<InboundPartRow[]> {
  const rows = await query
    .selectFrom("sms_inbound_parts")
    .select(["number", "content", "received_at"])
    .where(inGroup(group))
    .orderBy("number")
    .forUpdate()
    .execute();
  return rows.map(({ number, content, received_at }) => ({
    number,
    text: content.toString("utf16le"),
    at: received_at.getTime(),
  }));
}

export async function insertInboundPart(
  query: Kysely<DB>,
  { from, to, reference, total, number, text, at }: PartGroup & InboundPartRow,
): Promise<void> {
  await query
    .insertInto("sms_inbound_parts")
    .values({
      sender: from,
      receiver: to,
      reference,
      total,
      number,
      content: toBytes(text),
      received_at: new Date(at),
    })
    .execute();
}

export async function deleteInboundParts(query: Kysely<DB>, group: PartGroup): Promise<void> {
  await query.deleteFrom("sms_inbound_parts").where(inGroup(group)).execute();
}

/** Groups that nothing was added to since then. */
export async function selectStaleGroups(
  query: Kysely<DB>,
  olderThan: Date,
): Promise<(PartGroup & { readonly count: number })[]> {
  const rows = await query
    .selectFrom("sms_inbound_parts")
    .select(["sender", "receiver", "reference", "total"])
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy(["sender", "receiver", "reference", "total"])
    .having(({ fn }) => fn.max("received_at"), "<", olderThan)
    .execute();
  return rows.map(({ sender: from, receiver: to, reference, total, count }) => ({
    from,
    to,
    reference,
    total,
    count: Number(count),
  }));
}

function inGroup({ from, to, reference, total }: PartGroup) {
  return ({ and }: Pick<import("kysely").ExpressionBuilder<DB, "sms_inbound_parts">, "and">) =>
    and({ sender: from, receiver: to, reference, total });
}
