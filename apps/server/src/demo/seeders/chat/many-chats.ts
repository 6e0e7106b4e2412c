import { groupNameFrom, NONE, type UserId } from "@offhook/chat";
import { type Kysely, sql } from "kysely";
import { insertChatTopic, saveChatSubscription } from "../../../chat/index.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext } from "../../seed-context.ts";
import { forgetPlans, withManySentences } from "../many/many-sentences.ts";
import { OWNER_RIGHTS, rights, subscriptionOf, topicOf } from "./stored-chats.ts";

const TEAMS = 40;
const MESSAGES_EACH = 25_000;
const MEMBER_RIGHTS = "JRWPS";
const DAY_MS = 86_400_000;

/** For benchmarks: a million messages in teams, half of which are not Maya's. Made by the database itself. */
export async function seedManyChats(
  { tx, now }: SeedContext,
  idOf: (handle: string) => UserId,
): Promise<void> {
  const end = now - 31 * DAY_MS;
  const topics: string[] = [];
  for (let number = 1; number <= TEAMS; number++) {
    const handles = ["ines", "dev", "rosa", ...(number % 2 === 1 ? ["maya"] : [])];
    const topic = topicOf({
      name: groupNameFrom([...Buffer.from(`region${String(number).padStart(2, "0")}`)]),
      kind: "group",
      customerId: HARBORLIGHT.id,
      owner: idOf("ines"),
      defacs: { auth: NONE, anon: NONE },
      public: { fn: `Region ${number}`, color: "#5b7c99" },
      createdAt: end - 700 * DAY_MS,
      touchedAt: end,
      seq: MESSAGES_EACH,
    });
    await insertChatTopic(tx.query, topic);
    for (const handle of handles) {
      const given = rights(handle === "ines" ? OWNER_RIGHTS : MEMBER_RIGHTS);
      const subscription = subscriptionOf(topic, idOf(handle), { want: given, given });
      await saveChatSubscription(tx.query, { ...subscription, read: MESSAGES_EACH, recv: MESSAGES_EACH });
    }
    topics.push(topic.name);
  }
  await forgetPlans(tx.query, ["chat_topics", "chat_messages", "search_chats"]);
  const authors = ["ines", "dev", "rosa"].map(idOf);
  const count = TEAMS * MESSAGES_EACH;
  await withManySentences(tx.query, { count, seed: 3 }, () =>
    insertMessages(tx.query, { topics, authors, end: new Date(end) }),
  );
}

async function insertMessages(
  query: Kysely<DB>,
  {
    topics,
    authors,
    end,
  }: { readonly topics: readonly string[]; readonly authors: readonly string[]; readonly end: Date },
): Promise<void> {
  await sql`
    insert into chat_messages (topic, seq, from_user, sent_at, content, plain_text)
    select (${topics}::text[])[1 + (place - 1) / ${sql.lit(MESSAGES_EACH)}], 1 + (place - 1) % ${sql.lit(MESSAGES_EACH)},
      (${authors}::text[])[1 + place % 3],
      ${end}::timestamptz - (${sql.lit(MESSAGES_EACH)} - (place - 1) % ${sql.lit(MESSAGES_EACH)}) * interval '40 minutes',
      to_json(text), text
    from many_sentences
    order by place`.execute(query);
}
