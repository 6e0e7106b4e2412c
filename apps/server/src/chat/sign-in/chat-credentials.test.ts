import { ME_MODE, NONE, USER_DEFAULT } from "@offhook/chat";
import { describeCredentialBook } from "@offhook/chat/testing";
import { FakeClock } from "@offhook/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "../../database/database.ts";
import { createTestDatabase, type TestDatabase } from "../../database/testing/test-database.ts";
import { insertChatUser, newChatUserId } from "../../features/teams/index.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import type { TextMessage } from "../../platform/sms.ts";
import { ChatCodeSender } from "./chat-code-sender.ts";
import { ChatCredentials } from "./chat-credentials.ts";
import { ChatResets } from "./chat-resets.ts";

const HOUR_MS = 3_600_000;

let database: TestDatabase;
const clock = new FakeClock(1_700_000_000_000);
const sent: { readonly to: string; readonly words: string }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** What is promised within a transaction that does not commit is not sent. */
const outbox = {
  canText: true,
  mail: async (tx: Transaction, { to, text }: Mail) => {
    tx.onCommit(() => sent.push({ to, words: text }));
  },
  text: async (tx: Transaction, { to, text }: TextMessage) => {
    tx.onCommit(() => sent.push({ to, words: text }));
  },
};
const sender = new ChatCodeSender({ clock, outbox, key: Buffer.alloc(32, 1) });
const aBook = (required: readonly string[] = [], isOn = true): ChatCredentials =>
  new ChatCredentials({ database, clock, sender, isOn, required });

function codeSentTo(to: string): string {
  const words = sent.findLast((each) => each.to === to)?.words ?? "";
  return /\b\d{6}\b/.exec(words)?.[0] ?? "";
}

async function addUser(accountId: number | null = null): Promise<string> {
  const id = newChatUserId();
  await insertChatUser(database.query, {
    id,
    accountId,
    customerId: null,
    state: "ok",
    defacs: { auth: USER_DEFAULT, anon: NONE },
    meWant: ME_MODE,
    public: undefined,
    trusted: undefined,
    private: undefined,
    findPrivate: undefined,
    tags: ["nurse"],
    userAgent: "",
    seenAt: undefined,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  return id;
}

describeCredentialBook("addresses in the database", async () => ({
  book: aBook(),
  codeSentTo: async (to) => codeSentTo(to),
  addUser,
  tagsOf: async (id) => {
    const row = await database.query
      .selectFrom("chat_users")
      .select("tags")
      .where("id", "=", id)
      .executeTakeFirst();
    return row?.tags ?? [];
  },
}));

test("[CHAT-K7] a code is good for an hour, and six of them an hour are too many", async () => {
  const [book, user] = [aBook(), await addUser()];
  await book.request(user, "email", "slow@phone.example");
  const code = codeSentTo("slow@phone.example");
  clock.advance(HOUR_MS);
  expect(await book.confirm(user, "email", code)).toEqual({ kind: "refused", problem: "wrongCode" });
  for (let turn = 0; turn < 5; turn++)
    expect(await book.request(user, "email", "slow@phone.example")).toMatchObject({ kind: "done" });
  const count = sent.length;
  const refused = { kind: "refused", problem: "policy" };
  expect(await book.request(user, "email", "slow@phone.example")).toEqual(refused);
  expect(await book.request(await addUser(), "email", "slow@phone.example")).toEqual(refused);
  expect(await book.request(user, "email", "elsewhere@phone.example")).toEqual(refused);
  expect(sent).toHaveLength(count);
  // The last code that was sent still counts.
  const last = await book.confirm(user, "email", codeSentTo("slow@phone.example"));
  expect(last).toEqual({ kind: "done", areTagsChanged: true });
  clock.advance(HOUR_MS);
  expect(await book.request(user, "email", "elsewhere@phone.example")).toMatchObject({ kind: "done" });
});

test("[CHAT-K8] a phone is confirmed by a text, where there is a carrier", async () => {
  const [book, user] = [aBook(), await addUser()];
  expect(await book.request(user, "tel", "12")).toEqual({ kind: "refused", problem: "malformed" });
  expect(await book.request(user, "tel", "+1 (212) 555-0100")).toMatchObject({ kind: "done" });
  expect(await book.confirm(user, "tel", codeSentTo("+12125550100"))).toMatchObject({ kind: "done" });
  expect(await book.list(user)).toEqual([{ meth: "tel", val: "+12125550100", done: true }]);
});

test("[CHAT-K9] what is required keeps people out until it is confirmed, and its last one stays", async () => {
  const [book, user] = [aBook(["email"]), await addUser()];
  expect(await book.missing(user, false)).toEqual(["email"]);
  await book.request(user, "email", "must@phone.example");
  expect(await book.missing(user, false)).toEqual(["email"]);
  await book.confirm(user, "email", codeSentTo("must@phone.example"));
  expect(await book.missing(user, false)).toEqual([]);
  const stays = { kind: "refused", problem: "policy" };
  expect(await book.remove(user, "email", "must@phone.example")).toEqual(stays);
  await book.request(user, "email", "second@phone.example");
  expect(await book.remove(user, "email", "must@phone.example")).toEqual(stays);
  await book.confirm(user, "email", codeSentTo("second@phone.example"));
  expect(await book.remove(user, "email", "must@phone.example")).toMatchObject({ kind: "done" });
});

test("[CHAT-K10] the address of an account of the product is confirmed, its own, and stays", async () => {
  const { query } = database;
  const customer = await query
    .insertInto("customers")
    .values({ name: "Harborlight" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const account = await query
    .insertInto("users")
    .values({ customer_id: customer.id, username: "maya", email: "Maya@harborlight.example" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [user, other, book] = [await addUser(account.id), await addUser(), aBook(["email"])];
  expect(await book.list(user)).toEqual([{ meth: "email", val: "Maya@harborlight.example", done: true }]);
  expect(await book.missing(user, true)).toEqual([]);
  const taken = { kind: "refused", problem: "duplicate" };
  expect(await book.request(other, "email", "maya@harborlight.example")).toEqual(taken);
  expect(await book.remove(user, "email", "maya@harborlight.example")).toEqual({
    kind: "refused",
    problem: "policy",
  });
  // Without accounts of its own chat knows the address and asks for no other.
  const off = aBook([], false);
  expect(await off.list(user)).toHaveLength(1);
  expect(await off.request(user, "email", "new@harborlight.example")).toEqual({ kind: "nothing" });
});

test("[CHAT-K11] of two who confirm the same address at once, one has it", async () => {
  const [book, users] = [aBook(), [await addUser(), await addUser()]];
  const codes: string[] = [];
  for (const user of users) {
    await book.request(user, "email", "race@phone.example");
    codes.push(codeSentTo("race@phone.example"));
  }
  const outcomes = await Promise.all(
    users.map((user, index) => book.confirm(user, "email", codes[index] ?? "")),
  );
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["done", "refused"]);
});

test("[CHAT-K12] a reset code goes to a confirmed address alone, is good once, for a while, and against three guesses", async () => {
  const [book, resets, user] = [aBook(), new ChatResets({ database, clock, sender }), await addUser()];
  await book.request(user, "email", "lost@phone.example");
  const count = sent.length;
  expect(await resets.request("basic:email:lost@phone.example")).toBe("done");
  expect(await resets.request("basic:email:nobody@phone.example")).toBe("done");
  expect(sent).toHaveLength(count);
  expect(await resets.request("basic:email")).toBe("malformed");
  expect(await resets.request("token:email:lost@phone.example")).toBe("unsupported");
  expect(await resets.request("basic:pigeon:coo")).toBe("unsupported");

  await book.confirm(user, "email", codeSentTo("lost@phone.example"));
  const ask = async (): Promise<string> => {
    await resets.request("basic:email:Lost@phone.example");
    return codeSentTo("lost@phone.example");
  };
  const code = await ask();
  expect(await resets.take("nonsense")).toBe("malformed");
  expect(await resets.take(`nonsense:email:lost@phone.example`)).toBe("failed");
  expect(await resets.take(`${code}:email:lost@phone.example`)).toBe(user);
  expect(await resets.take(`${code}:email:lost@phone.example`)).toBe("failed");
  const guessed = await ask();
  for (let turn = 0; turn < 3; turn++) await resets.take("wrong:email:lost@phone.example");
  expect(await resets.take(`${guessed}:email:lost@phone.example`)).toBe("failed");
  const late = await ask();
  clock.advance(900_000);
  expect(await resets.take(`${late}:email:lost@phone.example`)).toBe("failed");
});
