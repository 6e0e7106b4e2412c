import { randomBytes } from "node:crypto";
import { extname } from "node:path";
import {
  groupNameFrom,
  NONE,
  type StoredSubscription,
  type StoredTopic,
  storedTopicName,
  type UserId,
} from "@offhook/chat";
import {
  addChatRoot,
  appendChatMessages,
  insertChatFile,
  insertChatTopic,
  saveChatSubscription,
} from "../../../chat/index.ts";
import { ChatAccounts } from "../../../features/teams/index.ts";
import { DEMO_COMPANIES, DEMO_PEOPLE, demoPerson, HARBORLIGHT } from "../../demo-people.ts";
import type { SeedContext, Seeder } from "../../seed-context.ts";
import type { Handle, ScriptedChat, ScriptedDirect, ScriptedTeam } from "./chat-script.ts";
import { type Cast, type Conversation, type SharedFile, writeConversation } from "./conversation.ts";
import { DEMO_CHAT_FILES } from "./demo-chat-files.ts";
import { DIRECT_SCRIPTS } from "./direct-scripts.ts";
import { seedManyChats } from "./many-chats.ts";
import { OWNER_RIGHTS, rights, subscriptionOf, topicOf } from "./stored-chats.ts";
import { teamScripts } from "./team-scripts.ts";

const MAX_BYTES = 1_000_000;
const DIRECT_RIGHTS = "JRWPAD";

/** Teams and direct chats, written as the chat service itself writes them. */
export const seedChat: Seeder = async (context) => {
  const teams = teamScripts(context.random);
  const ids = await seedChatUsers(context);
  const idOf = (handle: Handle): UserId => ids.get(demoPerson(handle).id) ?? "";
  const files = await storeFiles(context, [...teams, ...DIRECT_SCRIPTS], idOf);
  const cast: Cast = {
    idOf,
    people: DEMO_PEOPLE.map(({ handle, firstname, lastname }) => ({
      name: `${firstname} ${lastname}`,
      id: idOf(handle),
    })),
    fileOf: (name) => {
      const file = files.get(name);
      if (!file) throw new Error(`The demo has no file ${name}`);
      return file;
    },
  };
  for (const team of teams) await seedTeam(context, team, cast);
  for (const direct of DIRECT_SCRIPTS) await seedDirect(context, direct, cast);
  if (context.isBig) await seedManyChats(context, idOf);
  await addChatRoot(context.tx, { login: "root", passwordHash: context.passwordHash, at: context.now });
};

async function seedChatUsers({ tx, now }: SeedContext): Promise<ReadonlyMap<number, UserId>> {
  const accounts = new ChatAccounts(tx, { now: () => now });
  for (const { id } of DEMO_COMPANIES) await accounts.addMissing(id);
  const rows = await tx.query.selectFrom("chat_users").select(["id", "account_id"]).execute();
  return new Map(
    rows.flatMap(({ id, account_id }) => (account_id === null ? [] : [[account_id, id] as const])),
  );
}

/** Each file once, in the name of whoever shares it first. */
async function storeFiles(
  { tx, objects, now }: SeedContext,
  chats: readonly ScriptedChat[],
  idOf: Cast["idOf"],
): Promise<ReadonlyMap<string, SharedFile>> {
  const stored = new Map<string, SharedFile>();
  const lines = chats.flatMap(({ talks }) => talks.flatMap((talk) => talk.lines));
  for (const { from, files = [] } of lines)
    for (const name of files) {
      const file = DEMO_CHAT_FILES[name];
      if (!file || stored.has(name)) continue;
      const { key, type, size } = await objects.put(await file.make(), { maxBytes: MAX_BYTES });
      await insertChatFile(tx.query, { key, type, size, name, uploader: idOf(from) }, now);
      const address = `/v0/file/s/${key}${extname(name)}`;
      stored.set(name, { address, name, mime: type, size, ...file.details });
    }
  return stored;
}

async function seedTeam(context: SeedContext, team: ScriptedTeam, cast: Cast): Promise<void> {
  const conversation = writeConversation(team, cast, context);
  const createdAt = (conversation.messages[0]?.at ?? context.now) - 60_000;
  const topic = topicOf({
    name: groupNameFrom([...randomBytes(8)]),
    kind: "group",
    customerId: HARBORLIGHT.id,
    owner: cast.idOf(team.owner),
    defacs: { auth: rights(team.access), anon: NONE },
    public: { fn: team.name, color: team.color },
    tags: team.tags,
    createdAt,
  });
  const left = team.talks.flatMap(({ lines }) => lines.flatMap((line) => line.left ?? []));
  const members = [team.owner, ...team.members].map((handle) => {
    const given = givenTo(team, handle);
    const want = team.asksFor?.[handle] ?? given;
    const isPinned = team.pinnedBy?.includes(handle) ?? false;
    return {
      ...subscriptionOf(topic, cast.idOf(handle), { want: rights(want), given: rights(given) }),
      private: isPinned ? { pinned: true } : undefined,
    };
  });
  const former = left.map((handle) => {
    const given = rights(team.access);
    return {
      ...subscriptionOf(topic, cast.idOf(handle), { want: given, given }),
      deletedAt: createdAt + 3_600_000,
    };
  });
  await write(context, topic, [...members, ...former], conversation);
}

function givenTo(team: ScriptedTeam, handle: Handle): string {
  if (handle === team.owner) return OWNER_RIGHTS;
  // Invited people may come in, also where others cannot join.
  return `${team.access.includes("J") ? "" : "J"}${team.access}${team.approvers?.includes(handle) ? "A" : ""}`;
}

async function seedDirect(context: SeedContext, direct: ScriptedDirect, cast: Cast): Promise<void> {
  const [one, other] = direct.between.map(cast.idOf) as [UserId, UserId];
  const conversation = writeConversation(direct, cast, context);
  const topic = topicOf({
    name: storedTopicName(one, other) ?? "",
    kind: "direct",
    customerId: demoPerson(direct.between[0]).customerId,
    createdAt: (conversation.messages[0]?.at ?? context.now) - 60_000,
  });
  const mode = rights(DIRECT_RIGHTS);
  const sides = [one, other].map((user) => subscriptionOf(topic, user, { want: mode, given: mode }));
  await write(context, topic, sides, conversation);
}

async function write(
  { tx, now }: SeedContext,
  topic: StoredTopic,
  subscriptions: readonly StoredSubscription[],
  { messages, deleted, reads }: Conversation,
): Promise<void> {
  const { query } = tx;
  await insertChatTopic(query, { ...topic, clear: deleted.length });
  for (const subscription of subscriptions) {
    const read = reads.get(subscription.user) ?? messages.length;
    await saveChatSubscription(query, { ...subscription, read, recv: read });
  }
  await appendChatMessages(query, topic.name, messages);
  const files = messages.flatMap(({ attachments }, index) =>
    attachments.map((address) => ({ key: keyOf(address), topic: topic.name, seq: index + 1 })),
  );
  if (files.length > 0) await query.insertInto("chat_file_topics").values(files).execute();
  const reactions = messages.flatMap(({ from, at, reaction }) =>
    reaction ? [{ topic: topic.name, ...reaction, chat_user_id: from, reacted_at: new Date(at) }] : [],
  );
  if (reactions.length > 0) await query.insertInto("chat_reactions").values(reactions).execute();
  if (deleted.length === 0) return;
  const at = new Date(now);
  await query
    .insertInto("chat_deletions")
    .values(
      deleted.map((low, index) => ({ topic: topic.name, id: index + 1, low, hi: low + 1, created_at: at })),
    )
    .execute();
  await query
    .updateTable("chat_messages")
    .set({ is_wiped: true, head: null, content: null, plain_text: "" })
    .where("topic", "=", topic.name)
    .where("seq", "in", deleted)
    .execute();
}

function keyOf(address: string): string {
  return /([0-9a-f]{32})/.exec(address)?.[1] ?? "";
}
