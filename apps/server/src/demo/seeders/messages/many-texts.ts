import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";
import { forgetPlans, withManySentences } from "../many/many-sentences.ts";
import { SCHEDULING_LINE } from "./text-script.ts";

const CONVERSATIONS = 50_000;
const TEXTS_EACH = 18;
/** One of them is a thread as long as any gets. */
const LONG_TEXTS = 100_000;
/** Every so manieth conversation ends with something unread. */
const UNREAD_EVERY = 50;

/** For benchmarks: a million texts in fifty thousand conversations, made by the database itself. */
export async function seedManyTexts({ tx, now }: SeedContext): Promise<void> {
  const end = new Date(now);
  await sql`
    insert into sms_conversations (customer_id, sms_line_id, number, last_at)
    select ${HARBORLIGHT.id}, ${SCHEDULING_LINE}, (9991000000 + n)::text,
      ${end}::timestamptz - interval '40 days' - n * interval '9 minutes'
    from generate_series(0, ${CONVERSATIONS - 1}) as n`.execute(tx.query);
  await forgetPlans(tx.query, ["sms_conversations", "sms_messages", "search_conversations", "search_texts"]);
  const count = LONG_TEXTS + 1 + (CONVERSATIONS - 1) * (TEXTS_EACH - 1);
  await withManySentences(tx.query, { count, seed: 1 }, () => insertTexts(tx.query));
  await sql`
    update sms_conversations as conversation set
      last_message_id = head.last, unread_count = head.unread, first_unread_id = head.first_unread,
      last_at = head.at
    from (
      select conversation_id, max(id) as last, max(at) as at, count(*) filter (where is_new) as unread,
        min(id) filter (where is_new) as first_unread
      from sms_messages where customer_id = ${HARBORLIGHT.id} group by conversation_id
    ) as head
    where head.conversation_id = conversation.id and conversation.number like '9991%'`.execute(tx.query);
  await sql`
    insert into unread_items (customer_id, type, line, item_id, created_at)
    select message.customer_id, 'sms', line.number, message.id::text, message.at
    from sms_messages as message
    join sms_conversations as conversation on conversation.id = message.conversation_id
    join sms_lines as line on line.id = conversation.sms_line_id
    where message.is_new and conversation.number like '9991%'
    on conflict do nothing`.execute(tx.query);
}

/** Those of the first conversation, which is the long one, come first. */
async function insertTexts(query: Kysely<DB>): Promise<void> {
  await sql`
    insert into sms_messages (
      customer_id, conversation_id, direction, text, sent_by, at, is_new, read_by, status, status_at
    )
    select ${HARBORLIGHT.id}, thread.id, case when n % 2 = 1 then 'in' else 'out' end, said.text,
      case when n % 2 = 0 then 2 end, thread.last_at - (thread.length - n) * interval '7 minutes',
      n = thread.length and thread.place % ${UNREAD_EVERY}::int = 0 and n % 2 = 1, '{2}',
      case when n % 2 = 0 then 'delivered' end, case when n % 2 = 0 then thread.last_at end
    from (
      select id, last_at, number::bigint - 9991000000 as place,
        case when number = '9991000000' then ${LONG_TEXTS + 1} else ${TEXTS_EACH - 1} end::int as length
      from sms_conversations where number like '9991%' and sms_line_id = ${SCHEDULING_LINE}
    ) as thread
    cross join lateral generate_series(1, thread.length) as n
    join many_sentences as said on said.place = n + case
      when thread.place = 0 then 0
      else ${LONG_TEXTS + 1} + (thread.place - 1) * ${TEXTS_EACH - 1}
    end
    order by thread.place, n`.execute(query);
}
