import { sql } from "kysely";
import { demoPerson } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";

const BIG_VOICEMAILS = 100_000;

/** For benchmarks: what Maya's box holds, again and again, older each time. Made by the database itself. */
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
      caller_number, caller_name, at, duration_ms, at, object_key, phone_key, peaks
    from ${oftenEach(boxId)},
      lateral (select ${new Date(now)}::timestamptz - interval '31 days' - n * interval '4 minutes' as at) as times`.execute(
    tx.query,
  );
  await sql`
    insert into voicemail_transcripts (message_id, customer_id, state, next_try_at, sentences, text)
    select 'demo-big-voicemail-' || n, transcript.customer_id, state, next_try_at, sentences, text
    from ${oftenEach(boxId)}, voicemail_transcripts as transcript
    where transcript.message_id = seeded.id`.execute(tx.query);
}

/** Every message of the box that can be played, with the numbers it is to appear under. */
const oftenEach = (boxId: number) => sql`
  (
    select *, row_number() over (order by id) - 1 as place, count(*) over () as places
    from voicemail_messages
    where voicemail_box_id = ${boxId} and file_error is null and id not like 'demo-big-%'
  ) as seeded
  join generate_series(1, ${sql.lit(BIG_VOICEMAILS)}) as n on n % seeded.places = seeded.place`;
