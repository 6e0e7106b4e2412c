import { type Insertable, type Kysely, sql } from "kysely";
import type { CallRecordings, DB } from "../../../database/schema/database-schema.ts";
import { insertQueueRecords } from "../../../features/queues/index.ts";
import { DEMO_PEOPLE, demoPerson, HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext, Seeder } from "../../seed-context.ts";
import { manyCallers } from "../contacts/many-contacts.ts";
import { scriptCalls } from "./call-script.ts";
import type { CallRow } from "./call-writer.ts";
import { storeAudio } from "./demo-audio.ts";
import { seedManyVoicemails } from "./many-voicemails.ts";
import { BLOCKED_CALLER, CALL_NOTES } from "./outside-parties.ts";
import { queueHistoryOf } from "./queue-history.ts";
import { seedVoicemails } from "./voicemails-seeder.ts";

const BIG_CALLS = 100_000;

/** Each is there as a whole, and as what either side said. */
const RECORDINGS = [
  { name: "call-visit", durationMs: 27_216 },
  { name: "call-pharmacy", durationMs: 22_860 },
  { name: "call-billing", durationMs: 21_708 },
] as const;
/** Whose calls are recorded in the demo, so that everyone who signs in finds one. */
const RECORDED = ["maya", "dev", "ines", "tom", "lena", "aisha", "sam"] as const;
const RECORDINGS_EACH = 3;
const NOTES_EACH = 3;

/** Thirty days of calls, with what was missed, recorded and written down. */
export const seedCalls: Seeder = async (context) => {
  const { tx, now, random, isBig } = context;
  const { rows, unread } = scriptCalls(now, random);
  await insertRows(tx.query, rows);
  await insertUnread(context, unread);
  await seedRecordings(context, rows);
  await seedVoicemails(context, rows);
  await seedQueueHistory(context, rows);
  await seedNotes(context, rows);
  const maya = demoPerson("maya");
  await tx.query
    .insertInto("blocked_callers")
    .values({
      customer_id: maya.customerId,
      phone_id: maya.id,
      caller_number: BLOCKED_CALLER.number,
      created_by: maya.id,
    })
    .execute();
  if (!isBig) return;
  await seedManyCalls(context);
  await seedManyVoicemails(context);
};

/** All of them in one statement and one value: a start must stay fast. */
async function insertRows(query: Kysely<DB>, rows: readonly CallRow[]): Promise<void> {
  await sql`
    insert into call_records
    select * from jsonb_populate_recordset(null::call_records, ${JSON.stringify(rows)}::jsonb)`.execute(
    query,
  );
}

async function insertUnread({ tx }: SeedContext, rows: readonly CallRow[]): Promise<void> {
  const items = rows.map((row) => ({
    customer_id: row.customer_id,
    type: "phn",
    line: handleOf(row),
    item_id: row.id,
    created_at: new Date(row.ended_at),
  }));
  await tx.query.insertInto("unread_items").values(items).execute();
}

type SeededSound = Pick<Insertable<CallRecordings>, "object_key" | "own_key" | "other_key" | "duration_ms">;

/** The newest answered calls of some people; the same three conversations are heard again and again. */
async function seedRecordings(context: SeedContext, rows: readonly CallRow[]): Promise<void> {
  const sounds: SeededSound[] = [];
  for (const { name, durationMs } of RECORDINGS)
    sounds.push({
      object_key: await storeAudio(context, `${name}.mp3`),
      own_key: await storeAudio(context, `${name}-staff.opus`),
      other_key: await storeAudio(context, `${name}-caller.opus`),
      duration_ms: durationMs,
    });
  const values = RECORDED.flatMap((handle) => {
    const { id } = demoPerson(handle);
    const calls = rows.filter((row) => row.phone_id === id && row.duration_ms > 30_000);
    return calls.slice(-RECORDINGS_EACH).flatMap((row, index) => {
      const sound = sounds[index % sounds.length];
      if (!sound) return [];
      return {
        id: `demo-recording-${row.id}`,
        customer_id: row.customer_id,
        call_id: row.call_id,
        phone_id: row.phone_id,
        created_at: new Date(row.ended_at),
        ...sound,
      };
    });
  });
  await context.tx.query.insertInto("call_recordings").values(values).execute();
}

/** After the voicemails, which say whose caller was sent on. */
async function seedQueueHistory({ tx, now }: SeedContext, rows: readonly CallRow[]): Promise<void> {
  const messages = await tx.query.selectFrom("voicemail_messages").select("call_id").execute();
  const withMessage = new Set(messages.map(({ call_id }) => call_id));
  await insertQueueRecords(tx.query, queueHistoryOf({ rows, withMessage, now }));
}

async function seedNotes({ tx }: SeedContext, rows: readonly CallRow[]): Promise<void> {
  const values = ["maya", "dev", "ines"].flatMap((handle, person) => {
    const { id } = demoPerson(handle);
    const calls = rows.filter((row) => row.phone_id === id && row.status === "answer").slice(-NOTES_EACH * 2);
    return calls
      .filter((_, index) => index % 2 === 0)
      .map((row, index) => ({
        call_id: row.call_id,
        phone_id: row.phone_id,
        customer_id: row.customer_id,
        text: CALL_NOTES[(person * NOTES_EACH + index) % CALL_NOTES.length] ?? "",
        updated_by: id,
        updated_at: new Date(row.ended_at),
      }));
  });
  await tx.query.insertInto("call_notes").values(values).execute();
}

/** For benchmarks: older calls of everybody, made by the database itself. */
async function seedManyCalls({ tx, now }: SeedContext): Promise<void> {
  const people = DEMO_PEOPLE.filter(({ customerId }) => customerId === HARBORLIGHT.id).length;
  await sql`
    insert into call_records (
      id, call_id, customer_id, phone_id, dir, own_number, number, name, dialled,
      started_at, answered_at, seen_at, ended_at, duration_ms, status, cause
    )
    select 'demo-big-' || n, 'demo-big-call-' || n, ${HARBORLIGHT.id}, 1 + n % ${people}::int,
      case when n % 5 < 3 then 'in' else 'out' end, (101 + n % ${people}::int)::text,
      ${manyCallers(sql`n`)}, '', '',
      at, case when n % 7 > 0 then at end, at, at, case when n % 7 > 0 then (n % 600) * 1000 else 0 end,
      case when n % 7 > 0 then 'answer' else 'missed' end, case when n % 7 > 0 then 'hungUp' else 'noAnswer' end
    from generate_series(1, ${BIG_CALLS}) as n,
      lateral (select ${new Date(now)}::timestamptz - interval '31 days' - n * interval '4 minutes' as at) as times`.execute(
    tx.query,
  );
}

function handleOf({ phone_id }: CallRow): string {
  return DEMO_PEOPLE.find(({ id }) => id === phone_id)?.handle ?? "";
}
