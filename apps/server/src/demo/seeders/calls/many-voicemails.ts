import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { demoPerson, HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";
import { manyCallers } from "../contacts/many-contacts.ts";
import { forgetPlans, withManySentences } from "../many/many-sentences.ts";

const BIG_VOICEMAILS = 100_000;
const SENTENCES_EACH = 4;

/** For benchmarks: the recordings of Maya's box again and again, older each time, by many callers who say other things. */
export async function seedManyVoicemails({ tx, now }: SeedContext): Promise<void> {
  const boxId = demoPerson("maya").id;
  await tx.query
    .updateTable("voicemail_boxes")
    // Somebody may still leave a message.
    .set({ max_messages: 2 * BIG_VOICEMAILS })
    .where("id", "=", boxId)
    .execute();
  await sql`
    insert into voicemail_messages (
      id, customer_id, voicemail_box_id, call_id, caller_number, caller_name, received_at, duration_ms, heard_at,
      object_key, phone_key, peaks
    )
    select 'demo-big-voicemail-' || n, customer_id, voicemail_box_id, 'demo-big-voicemail-call-' || n,
      ${manyCallers(sql`n`)}, '', at, duration_ms, at, object_key, phone_key, peaks
    from ${oftenEach(boxId)},
      lateral (select ${new Date(now)}::timestamptz - interval '31 days' - n * interval '4 minutes' as at) as times`.execute(
    tx.query,
  );
  await forgetPlans(tx.query, ["voicemail_messages", "search_voicemails"]);
  const count = BIG_VOICEMAILS * SENTENCES_EACH;
  await withManySentences(tx.query, { count, seed: 2 }, () => insertTranscripts(tx.query, new Date(now)));
}

/** Each sentence takes four seconds. */
async function insertTranscripts(query: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    insert into voicemail_transcripts (message_id, customer_id, state, next_try_at, sentences, text)
    select 'demo-big-voicemail-' || 1 + (place - 1) / ${sql.lit(SENTENCES_EACH)}, ${HARBORLIGHT.id}, 'done', ${now},
      jsonb_agg(
        jsonb_build_object('text', text, 'start', (place - 1) % ${sql.lit(SENTENCES_EACH)} * 4,
          'end', (place - 1) % ${sql.lit(SENTENCES_EACH)} * 4 + 3.5) order by place
      ),
      string_agg(text, ' ' order by place)
    from many_sentences
    group by 1`.execute(query);
}

/** Every message of the box that can be played, with the numbers it is to appear under. */
const oftenEach = (boxId: number) => sql`
  (
    select *, row_number() over (order by id) - 1 as place, count(*) over () as places
    from voicemail_messages
    where voicemail_box_id = ${boxId} and file_error is null and id not like 'demo-big-%'
  ) as seeded
  join generate_series(1, ${sql.lit(BIG_VOICEMAILS)}) as n on n % seeded.places = seeded.place`;
