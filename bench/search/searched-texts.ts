import type pg from "pg";

const BATCH = 20_000;
/** Every so manieth is kept to draw questions from. */
const SAMPLED = 20;

/** What is searched, as it was written: of people and calls their names and numbers. Oldest first. */
const ALL_TEXTS = `
  select text, at from sms_messages where deleted_at is null
  union all
  select plain_text, sent_at from chat_messages where plain_text <> '' and not is_wiped
  union all
  select concat_ws(' ', message.caller_name, message.caller_number, transcript.text), message.received_at
  from voicemail_messages as message left join voicemail_transcripts as transcript on transcript.message_id = message.id
  where message.deleted_at is null
  union all
  select concat_ws(' ', name, number), started_at from call_records
  union all
  select concat_ws(' ', party_name, party_number, subject), at from faxes where deleted_at is null
  union all
  select concat_ws(' ', fname, lname, organization, title, emails, mobile, work, home, notes), 'epoch' from contacts
  union all
  select number, 'epoch' from sms_conversations
  order by at`;

export interface SearchedTexts {
  readonly count: number;
  readonly sample: readonly string[];
}

/** Hands everything on in batches. */
export async function readSearchedTexts(
  client: pg.Client,
  take: (texts: readonly string[]) => Promise<void>,
): Promise<SearchedTexts> {
  await client.query("begin");
  await client.query(`declare searched no scroll cursor for ${ALL_TEXTS}`);
  const sample: string[] = [];
  let count = 0;
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`fetch ${BATCH} from searched`);
    if (rows.length === 0) break;
    const texts = rows.map(({ text }) => text);
    await take(texts);
    sample.push(
      ...texts.filter((text, index) => (count + index) % SAMPLED === 0 && /[a-z]+ [a-z]+ /i.test(text)),
    );
    count += rows.length;
  }
  await client.query("commit");
  return { count, sample };
}

export async function namesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select distinct fname || ' ' || lname as name from contacts where length(lname) > 5 order by 1",
  );
  return rows.map(({ name }) => name);
}

/** Bytes of the documents and of their indexes. */
export async function searchSizes(client: pg.Client): Promise<{ documents: number; indexes: number }> {
  const { rows } = await client.query<{ documents: string; indexes: string }>(`
    select sum(pg_table_size(inhrelid)) as documents, sum(pg_indexes_size(inhrelid)) as indexes
    from pg_inherits where inhparent = 'search_documents'::regclass`);
  const [sizes] = rows;
  return { documents: Number(sizes?.documents), indexes: Number(sizes?.indexes) };
}
