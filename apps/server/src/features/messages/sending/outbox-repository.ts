import { type Kysely, sql } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { StoredMedia } from "../conversations/message-media.ts";
import { insertMedia } from "../conversations/message-repository.ts";
import type { MessageRow } from "../conversations/thread-repository.ts";
import type { CarrierMedia, ReceiptState } from "../text-carrier.ts";

/** One message of a text that goes out. */
export interface OutgoingMessage {
  readonly customerId: number;
  readonly conversationId: number;
  readonly text: string;
  readonly uuid: string;
  readonly part: number;
  readonly isGrouped: boolean;
  readonly sentBy: number | null;
  readonly at: Date;
  readonly media: readonly StoredMedia[];
  /** Why it does not go to the carrier at all; undefined: it does. */
  readonly refusal: string | undefined;
  /** What it is called in the outbox, and when it leaves there. */
  readonly outboxId: string;
  readonly leavesAt: Date;
}

/**
 * Writes it into its thread, at the head of its conversation, and into the outbox: in one step, since each would be a
 * way to the database while the sender waits. Undefined: another message has this client id and part.
 */
export async function insertOutgoing(
  query: Kysely<DB>,
  message: OutgoingMessage,
): Promise<MessageRow | undefined> {
  const { customerId, conversationId, sentBy, at, media, refusal } = message;
  const isRefused = refusal !== undefined;
  const { rows } = await sql<MessageRow>`
    ${OFTEN} with written as (
      insert into sms_messages (customer_id, conversation_id, kind, direction, text, uuid, part, is_grouped, sent_by,
        at, is_new, read_by, mentions, has_media, status, status_code, status_at)
      values (${customerId}, ${conversationId}, 'text', 'out', ${message.text}, ${message.uuid}, ${message.part},
        ${message.isGrouped}, ${sentBy}, ${at}, false, ${sentBy === null ? [] : [sentBy]}::int[], '{}',
        ${media.length > 0}, ${isRefused ? "rejected" : "queued"}, ${refusal ?? ""}, ${at})
      on conflict do nothing
      returning *
    ), head as (
      update sms_conversations as conversation
      set last_message_id = written.id, last_at = greatest(last_at, written.at), deleted_at = null
      from written where conversation.id = written.conversation_id
    ), waiting as (
      insert into sms_outbox (id, customer_id, conversation_id, message_id, next_attempt_at, state)
      select ${message.outboxId}::uuid, customer_id, conversation_id, id, ${message.leavesAt}::timestamptz, 'waiting'
      from written where status = 'queued'
    )
    select written.*, sender.firstname, sender.lastname, null as media, null as tasks
    from written left join users as sender on sender.id = written.sent_by`.execute(query);
  const [row] = rows;
  if (row) await insertMedia(query, customerId, { message_id: row.id }, media);
  return row && { ...row, media: [...media] };
}

export async function insertOutboxText(
  query: Kysely<DB>,
  row: {
    readonly id: string;
    readonly customer_id: number;
    readonly conversation_id: number;
    readonly message_id: number;
    readonly next_attempt_at: Date;
  },
): Promise<void> {
  await query
    .insertInto("sms_outbox")
    .values({ ...row, state: "waiting" })
    .modifyEnd(OFTEN)
    .execute();
}

export interface OutboxText {
  readonly seq: number;
  readonly id: string;
  readonly conversation_id: number;
  readonly message_id: number;
  readonly customer_id: number;
  readonly sms_line_id: number;
  readonly line_name: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly has_media: boolean;
  readonly attempts: number;
}

/**
 * Takes texts that are due and writes down that the carrier may now have them. Of each conversation only the oldest,
 * and none of those that are on their way: the other party reads them in the order they were written.
 */
export async function claimTexts(
  query: Kysely<DB>,
  claim: { readonly now: Date; readonly busy: readonly number[]; readonly limit: number },
): Promise<OutboxText[]> {
  const { rows } = await sql<OutboxText>`
    ${OFTEN} with due as (
      select candidate.seq from sms_outbox as candidate
      where candidate.next_attempt_at <= ${claim.now}
        and not (candidate.conversation_id = any(${[...claim.busy]}::int[]))
        and not exists (
          select from sms_outbox as earlier
          where earlier.conversation_id = candidate.conversation_id and earlier.seq < candidate.seq
        )
      order by candidate.seq
      limit ${claim.limit}
    ), claimed as (
      update sms_outbox as text set state = 'submitting', attempts = attempts + 1
      from due where due.seq = text.seq
      returning text.*
    )
    select claimed.seq, claimed.id, claimed.conversation_id, claimed.message_id, claimed.attempts,
      claimed.customer_id, conversation.sms_line_id, line.name as line_name, line.number as "from",
      conversation.number as "to", message.text as body, message.has_media
    from claimed
    join sms_messages as message on message.id = claimed.message_id
    join sms_conversations as conversation on conversation.id = claimed.conversation_id
    join sms_lines as line on line.id = conversation.sms_line_id
    order by claimed.seq`.execute(query);
  return rows;
}

export async function listCarrierMedia(query: Kysely<DB>, messageId: number): Promise<CarrierMedia[]> {
  return query
    .selectFrom("sms_media")
    .select(["key", "type", "name", "size"])
    .where("message_id", "=", messageId)
    .orderBy("position")
    .execute();
}

export async function postponeText(query: Kysely<DB>, seq: number, until: Date): Promise<void> {
  await query.updateTable("sms_outbox").set({ next_attempt_at: until }).where("seq", "=", seq).execute();
}

export async function deleteOutboxText(query: Kysely<DB>, seq: number): Promise<void> {
  await query.deleteFrom("sms_outbox").where("seq", "=", seq).modifyEnd(OFTEN).execute();
}

export async function nextAttemptAt(query: Kysely<DB>, busy: readonly number[]): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select ${OFTEN} min(next_attempt_at) as at from sms_outbox
    where not (conversation_id = any(${[...busy]}::int[]))`.execute(query);
  return rows[0]?.at ?? undefined;
}

/** What the carrier calls the parts of a text it has taken, and what we called it. */
export async function insertCarrierTexts(
  query: Kysely<DB>,
  text: {
    readonly carrier: string;
    readonly customerId: number;
    readonly messageId: number;
    readonly carrierIds: readonly string[];
    readonly ownId: string;
  },
): Promise<void> {
  const { carrier, customerId, messageId, carrierIds, ownId } = text;
  const row = { direction: "out", customer_id: customerId, message_id: messageId };
  await query
    .insertInto("sms_carrier_texts")
    .values([
      ...[...new Set(carrierIds)].map((carrier_id) => ({ ...row, carrier, carrier_id })),
      { ...row, carrier: OWN_IDS, carrier_id: ownId, state: "own" },
    ])
    // A carrier that begins to count anew gives an id again: the newest text is meant.
    .onConflict((conflict) =>
      conflict
        .columns(["carrier", "direction", "carrier_id"])
        .doUpdateSet({ message_id: messageId, customer_id: customerId, state: "" }),
    )
    .modifyEnd(OFTEN)
    .execute();
}

/** In place of a carrier's name, for what we call our texts ourselves. */
const OWN_IDS = "";

export interface ReceiptTarget {
  readonly message_id: number;
  readonly conversation_id: number;
}

/** The text a receipt speaks of. */
export async function findReceiptTarget(
  query: Kysely<DB>,
  carrier: string,
  receipt: { readonly carrierId: string } | { readonly id: string },
): Promise<ReceiptTarget | undefined> {
  const isOwn = "id" in receipt;
  return query
    .selectFrom("sms_carrier_texts")
    .modifyFront(OFTEN)
    .innerJoin("sms_messages", "sms_messages.id", "sms_carrier_texts.message_id")
    .select(["sms_messages.id as message_id", "sms_messages.conversation_id"])
    .where("carrier", "=", isOwn ? OWN_IDS : carrier)
    .where("sms_carrier_texts.direction", "=", "out")
    .where("carrier_id", "=", isOwn ? receipt.id : receipt.carrierId)
    .executeTakeFirst();
}

/** Writes down what became of one part; what all parts of the text have come to. */
export async function settlePart(
  query: Kysely<DB>,
  carrier: string,
  carrierId: string,
  messageId: number,
  state: ReceiptState,
): Promise<string[]> {
  await query
    .updateTable("sms_carrier_texts")
    .set({ state })
    .where("carrier", "=", carrier)
    .where("direction", "=", "out")
    .where("carrier_id", "=", carrierId)
    .modifyEnd(OFTEN)
    .execute();
  const rows = await query
    .selectFrom("sms_carrier_texts")
    .modifyFront(OFTEN)
    .select("state")
    .where("message_id", "=", messageId)
    .where("carrier", "!=", OWN_IDS)
    .execute();
  return rows.map((row) => row.state);
}

/** Before a text is sent again: receipts of the first attempt do not speak of the second. */
export async function forgetCarrierTexts(query: Kysely<DB>, messageId: number): Promise<void> {
  await query
    .deleteFrom("sms_carrier_texts")
    .where("message_id", "=", messageId)
    .where("direction", "=", "out")
    .execute();
}

/** False: it has come in before. */
export async function claimIncoming(
  query: Kysely<DB>,
  row: { readonly carrier: string; readonly carrier_id: string; readonly customer_id: number },
): Promise<boolean> {
  const inserted = await query
    .insertInto("sms_carrier_texts")
    .values({ ...row, direction: "in" })
    .onConflict((conflict) => conflict.doNothing())
    .returning("carrier_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function linkIncoming(
  query: Kysely<DB>,
  carrier: string,
  carrierId: string,
  messageId: number,
): Promise<void> {
  await query
    .updateTable("sms_carrier_texts")
    .set({ message_id: messageId })
    .where("carrier", "=", carrier)
    .where("direction", "=", "in")
    .where("carrier_id", "=", carrierId)
    .execute();
}
