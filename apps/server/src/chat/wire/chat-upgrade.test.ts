import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";

const MIGRATION = fileURLToPath(
  new URL("../../database/migrations/0050-chat-messages-once.sql", import.meta.url),
);
/** As it was before. */
const BACK = `
  drop index chat_messages_by_client_id;
  alter table chat_messages drop column client_id, drop column edits;
  alter table chat_file_topics drop constraint chat_file_topics_pkey, drop column seq;
  alter table chat_file_topics add primary key (key, topic);
  alter table chat_files drop column is_dropped;
  drop table chat_cluster_users;`;
const [KEPT, SHOWN] = ["a".repeat(32), "b".repeat(32)];
const ADDRESS = `/v0/file/s/${KEPT}.txt`;

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query(BACK);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function say(seq: number, head: object | null, content: unknown, from = "usrA"): Promise<void> {
  await client.query(
    `insert into chat_messages (topic, seq, from_user, sent_at, head, content, plain_text)
    values ('grpX', $1, $2, now(), $3, $4, $5)`,
    [
      seq,
      from,
      head && JSON.stringify(head),
      JSON.stringify(content),
      typeof content === "string" ? content : "d",
    ],
  );
}

test("[CHAT-M13] what was stored before is kept once, in its last wording, and its files belong to its messages", async () => {
  await client.query(`
    insert into chat_users (id, access_auth, access_anon, created_at, updated_at) values ('usrA', 0, 0, now(), now());
    insert into chat_topics (name, kind, access_auth, access_anon, public, created_at, updated_at, touched_at)
    values ('grpX', 'group', 0, 0, '{"photo":{"ref":"/v0/file/s/${SHOWN}.png"}}', now(), now(), now());
    insert into chat_files (key, uploader, type, size, created_at)
    values ('${KEPT}', 'usrA', 'text/plain', 1, now()), ('${SHOWN}', 'usrA', 'image/png', 1, now());
    insert into chat_file_topics (key, topic) values ('${KEPT}', 'grpX'), ('${SHOWN}', 'grpX');`);
  await say(1, { "x-client-id": "one" }, "first");
  await say(2, { "x-client-id": "one" }, "first");
  await say(3, { "x-client-id": "zero \u0000" }, "zero");
  await say(4, { reply: ":1" }, "the secret");
  await say(5, { replace: ":4" }, "second wording");
  await say(6, { replace: "grpX:4", mime: "text/x-drafty" }, { txt: "last" });
  await say(7, { replace: ":4" }, "not mine", "usrB");
  await say(8, { replace: ":99999999999999" }, "nowhere");
  await say(9, { attachments: [ADDRESS] }, { txt: "", ent: [{ tp: "EX", data: { ref: ADDRESS } }] });
  await client.query(await readFile(MIGRATION, "utf8"));

  const { rows } = await client.query(
    "select seq, client_id, edits, head, content, plain_text from chat_messages order by seq",
  );
  expect(rows.map(({ client_id }) => client_id)).toEqual(["one", ...Array.from({ length: 8 }, () => null)]);
  expect(rows.map(({ edits }) => edits)).toEqual([null, null, null, null, 4, 4, null, null, null]);
  expect(rows[3]).toMatchObject({
    content: { txt: "last" },
    head: { reply: ":1", mime: "text/x-drafty" },
    plain_text: "d",
  });
  expect(JSON.stringify(rows)).not.toContain("the secret");
  const files = await client.query("select key, seq from chat_file_topics order by key, seq");
  expect(files.rows).toEqual([
    { key: KEPT, seq: 9 },
    { key: SHOWN, seq: 0 },
  ]);
});
