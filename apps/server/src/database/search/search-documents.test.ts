import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await run(`
    insert into customers (id, name) values (1, 'One'), (2, 'Two');
    insert into users (id, customer_id, username, firstname, lastname)
      select 10 + n, 1 + n % 2, 'user' || n, 'First' || n, 'Last' from generate_series(0, 3) as n;
    insert into phones (id, customer_id, name, extension, callerid_external)
      select 20 + n, 1 + n % 2, 'line' || n, (300 + n)::text, '1212555010' || n from generate_series(0, 3) as n;
    insert into phone_users (phone_id, user_id) select 20 + n, 10 + n from generate_series(0, 3) as n;
    insert into sms_lines (id, customer_id, number, name)
      select 30 + n, 1 + n % 2, '1646555020' || n, 'Line' from generate_series(0, 3) as n;
    insert into voicemail_boxes (id, customer_id, name) select 40 + n, 1 + n % 2, 'box' || n from generate_series(0, 3) as n;
    insert into fax_lines (id, customer_id, number, name)
      select 50 + n, 1 + n % 2, '1718555030' || n, 'Fax' from generate_series(0, 3) as n;
    insert into chat_users (id, customer_id, account_id, access_auth, access_anon, created_at, updated_at)
      select 'usr' || n, 1 + n % 2, 10 + n, 0, 0, now(), now() from generate_series(0, 3) as n;
  `);
});
afterAll(() => database.drop());

const run = (statements: string) => sql.raw(statements).execute(database.query);

const TABLES = ["texts", "conversations", "calls", "voicemails", "faxes", "chats", "tasks", "contacts"];
const COLUMNS = "customer_id, category, ref, scope, place, at, party, author, name, folded, digits, words";

/** What is a document and should not be, and what should be and is none. */
async function differences(): Promise<unknown[]> {
  const { rows } = await sql
    .raw(
      TABLES.map(
        (name) => `
          (select 'left over' as why, ${COLUMNS} from (
            select ${COLUMNS} from search_${name} except select ${COLUMNS} from search_${name}_source) as more)
          union all
          (select 'missing', ${COLUMNS} from (
            select ${COLUMNS} from search_${name}_source except select ${COLUMNS} from search_${name}) as less)`,
      ).join(" union all "),
    )
    .execute(database.query);
  return rows;
}

const some = (table: string, key: string, n: number): string =>
  `(select ${key} from ${table} order by md5(${key}::text || '${n}') limit 1)`;
const word = (n: number): string => `${["ramp", "Sørensen", "李明", "O''Neil 5", ""][n % 5]} ${n}`;

/** Each way in which the product writes what is searched, of some row that there is. */
const WRITES: Readonly<Record<string, (n: number) => string>> = {
  conversation: (n) => `insert into sms_conversations (customer_id, sms_line_id, number, last_at)
    values (${1 + (n % 2)}, ${30 + (n % 4)}, '1917555${1000 + (n % 50)}', now()) on conflict do nothing`,
  texts: (
    n,
  ) => `insert into sms_messages (customer_id, conversation_id, direction, text, at, has_media, sent_by, status)
    select conversation.customer_id, conversation.id, case when ${n} % 2 = 0 then 'in' else 'out' end, '${word(n)}' || each,
      now(), ${n} % 3 = 0, case when ${n} % 2 = 1 then 10 end, case when ${n} % 2 = 1 then 'sent' end
    from sms_conversations as conversation cross join generate_series(1, ${1 + (n % 3)}) as each
    where conversation.id = ${some("sms_conversations", "id", n)}`,
  media: (n) => `insert into sms_media (customer_id, message_id, position, key, name, type, size)
    select customer_id, id, ${n % 3}, 'key', '${word(n)}.pdf', 'pdf', 1 from sms_messages
    where id = ${some("sms_messages", "id", n)}`,
  mediaOfSome: (n) =>
    `update sms_messages set has_media = not has_media where id = ${some("sms_messages", "id", n)}`,
  changedText: (n) =>
    `update sms_messages set text = '${word(n)}' where id = ${some("sms_messages", "id", n)}`,
  deletedText: (n) => `update sms_messages set deleted_at = case when deleted_at is null then now() end
    where id = ${some("sms_messages", "id", n)}`,
  forgottenText: (n) => `delete from sms_messages where id = ${some("sms_messages", "id", n)}`,
  receipt: (n) => `update sms_messages set status_code = '${n}' where id = ${some("sms_messages", "id", n)}`,
  deletedConversation: (n) => `update sms_conversations set deleted_at = now(), cleared_before = cleared_id,
    cleared_id = coalesce((select max(id) from sms_messages where conversation_id = sms_conversations.id), 0)
    where id = ${some("sms_conversations", "id", n)}`,
  restoredConversation: (
    n,
  ) => `update sms_conversations set deleted_at = null, cleared_id = coalesce(cleared_before, 0)
    where id = ${some("sms_conversations", "id", n)}`,
  revivedConversation: (n) =>
    `update sms_conversations set deleted_at = null where id = ${some("sms_conversations", "id", n)}`,
  forgottenConversation: (n) =>
    `delete from sms_conversations where id = ${some("sms_conversations", "id", n)}`,
  call: (n) => `insert into call_records
    (id, call_id, customer_id, phone_id, dir, own_number, number, name, dialled, started_at, seen_at, ended_at, status)
    select md5(random()::text), 'call' || ${n % 9}, phone.customer_id, phone.id, case when ${n} % 2 = 0 then 'in' else 'out' end,
      '1', '1347555${1000 + (n % 70)}', '${word(n)}', '', now(), now(), case when ${n} % 3 > 0 then now() end,
      case when ${n} % 3 > 0 then 'missed' end
    from phones as phone where phone.id = ${some("phones", "id", n)}`,
  endedCall: (n) => `update call_records set ended_at = now(), status = 'answer', seen_at = now()
    where id = ${some("call_records", "id", n)} and ended_at is null`,
  note: (n) => `insert into call_notes (call_id, phone_id, customer_id, text, updated_at)
    select call_id, phone_id, customer_id, '${word(n)}', now() from call_records
    where id = ${some("call_records", "id", n)} and phone_id is not null
    on conflict (call_id, phone_id) do update set text = excluded.text`,
  noNote: (n) => `delete from call_notes where call_id = ${some("call_notes", "call_id", n)}`,
  voicemail: (n) => `insert into voicemail_messages
    (id, customer_id, voicemail_box_id, call_id, caller_number, caller_name, received_at, duration_ms, object_key, phone_key)
    select md5(random()::text), customer_id, id, 'call', case when ${n} % 4 > 0 then '1718555${1000 + n}' else '' end,
      '${word(n)}', now(), 1, 'key', 'key'
    from voicemail_boxes where id = ${some("voicemail_boxes", "id", n)}`,
  transcript: (n) => `insert into voicemail_transcripts (message_id, customer_id, next_try_at, text)
    select id, customer_id, now(), case when ${n} % 2 = 0 then '' else '${word(n)}' end from voicemail_messages
    where id = ${some("voicemail_messages", "id", n)}
    on conflict (message_id) do update set text = excluded.text`,
  noTranscript: (n) =>
    `delete from voicemail_transcripts where message_id = ${some("voicemail_transcripts", "message_id", n)}`,
  deletedVoicemail: (
    n,
  ) => `update voicemail_messages set deleted_at = case when deleted_at is null then now() end
    where id = ${some("voicemail_messages", "id", n)}`,
  fax: (
    n,
  ) => `insert into faxes (id, customer_id, fax_line_id, direction, party_number, party_name, at, pages, subject, state)
    select md5(random()::text), customer_id, id, case when ${n} % 2 = 0 then 'INBOX' else 'SENT' end, '1201555${1000 + n}',
      '${word(n)}', now(), 1, '${word(n + 1)}', case when ${n} % 2 = 0 then 'received' else 'done' end
    from fax_lines where id = ${some("fax_lines", "id", n)}`,
  changedFax: (n) => `update faxes set subject = '${word(n)}' where id = ${some("faxes", "id", n)}`,
  deletedFax: (n) => `update faxes set deleted_at = case when deleted_at is null then now() end
    where id = ${some("faxes", "id", n)}`,
  forgottenFax: (n) => `delete from faxes where id = ${some("faxes", "id", n)}`,
  topic: (
    n,
  ) => `insert into chat_topics (name, kind, customer_id, access_auth, access_anon, created_at, updated_at, touched_at)
    values ('grp' || ${n % 6}, 'group', ${1 + (n % 2)}, 0, 0, now(), now(), now()) on conflict do nothing`,
  chat: (n) => `insert into chat_messages (topic, seq, from_user, sent_at, plain_text, file_names)
    select name, coalesce((select max(seq) from chat_messages where topic = name), 0) + each, 'usr' || ${n % 4}, now(),
      case when ${n} % 4 = 0 then '' else '${word(n)}' end, case when ${n} % 3 = 0 then '${word(n)}.pdf' else '' end
    from chat_topics cross join generate_series(1, ${1 + (n % 3)}) as each
    where kind = 'group' and name = ${some("chat_topics", "name", n)}`,
  changedChat: (n) => `update chat_messages set plain_text = '${word(n)}' where (topic, seq) =
    (select topic, seq from chat_messages order by md5(topic || seq || '${n}') limit 1)`,
  wipedChat: (
    n,
  ) => `update chat_messages set is_wiped = true, plain_text = '', file_names = '' where (topic, seq) =
    (select topic, seq from chat_messages order by md5(topic || seq || '${n}') limit 1)`,
  noTopic: (n) => `delete from chat_topics where kind = 'group' and name = ${some("chat_topics", "name", n)}`,
  task: (
    n,
  ) => `insert into tasks (customer_id, uuid, source, source_id, line, channel, status, is_current, created_on, note, created_by)
    values (${1 + (n % 2)}, gen_random_uuid(), 'own', 'x', '', 'customer.1', 'new', false, now(), '${word(n)}', 10)`,
  changedTask: (n) => `update tasks set note = '${word(n)}',
    status = (array['new', 'done', 'deleted'])[1 + ${n} % 3] where id = ${some("tasks", "id", n)}`,
  contact: (
    n,
  ) => `insert into contacts (customer_id, owner_id, is_public, fname, lname, mobile, notes, version, created_at, changed_at)
    values (${1 + (n % 2)}, ${10 + (n % 4)}, ${n % 2 === 0}, 'Ana', '${word(n)}', '646555${1000 + n}', '${word(n + 2)}', 1, now(), now())`,
  numbers: (n) => `insert into contact_numbers (contact_id, customer_id, label, position, key)
    select id, customer_id, 'mobile', 0, '1646555${1000 + n}' from contacts where id = ${some("contacts", "id", n)}
    on conflict do nothing`,
  noNumbers: (n) =>
    `delete from contact_numbers where contact_id = ${some("contact_numbers", "contact_id", n)}`,
  changedContact: (n) => `update contacts set organization = '${word(n)}', is_public = not is_public
    where id = ${some("contacts", "id", n)}`,
  deletedContact: (n) => `update contacts set deleted_at = case when deleted_at is null then now() end
    where id = ${some("contacts", "id", n)}`,
  forgottenContact: (n) => `delete from contacts where id = ${some("contacts", "id", n)}`,
  colleague: (n) => `update users set lastname = '${word(n)}', mobile = '${n}',
    disabled_at = case when ${n} % 3 = 0 then now() end where id = ${some("users", "id", n)}`,
  newcomer: (n) =>
    `insert into users (customer_id, username, firstname) values (${1 + (n % 2)}, 'new' || md5(random()::text), 'New')`,
  goneColleague: () => `delete from users where firstname = 'New'`,
  line: (n) => `update phones set extension = '${400 + (n % 90)}' where id = ${some("phones", "id", n)}`,
  reader: (n) => `insert into phone_users (phone_id, user_id)
    values (${some("phones", "id", n)}, ${some("users", "id", n)}) on conflict do nothing`,
  noReader: (n) => `delete from phone_users where phone_id = ${some("phones", "id", n)}`,
  newLine: (n) =>
    `insert into phones (customer_id, name, extension) values (${1 + (n % 2)}, md5(random()::text), '9')`,
  noLine: (n) => `delete from phones where id = ${some("phones", "id", n)} and id > 23`,
};

const write = fc.tuple(fc.constantFrom(...Object.keys(WRITES)), fc.integer({ min: 0, max: 99 }));

test("[SER2] whatever is written, changed, deleted and restored, the documents are what their sources say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 5, maxLength: 60 }), async (writes) => {
      for (const [name, n] of writes) await run(WRITES[name]?.(n) ?? "");
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 40, endOnFailure: true },
  );
  for (const name of ["topic", "chat", "conversation", "texts"])
    for (let n = 0; n < 12; n += 1) await run(WRITES[name]?.(n) ?? "");
  expect(await differences()).toEqual([]);
  const { rows } = await sql<{ category: string }>`
    select category from search_documents group by category order by category`.execute(database.query);
  expect(rows.map(({ category }) => category)).toEqual([
    "cdrs",
    "contacts",
    "fax",
    "smsc",
    "smsm",
    "tasks",
    "teams",
    "vox",
  ]);
});

test("[SER2] what a transaction takes back is not found, and a company that goes leaves nothing", async () => {
  await expect(
    database.transaction(async (tx) => {
      await sql.raw(WRITES.contact?.(1) ?? "").execute(tx.query);
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  expect(await differences()).toEqual([]);
  await run("delete from customers where id = 2");
  expect(await differences()).toEqual([]);
  const { rows } = await sql`select ref from search_documents where customer_id = 2`.execute(database.query);
  expect(rows).toEqual([]);
});
