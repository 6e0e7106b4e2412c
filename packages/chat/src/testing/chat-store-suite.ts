import { beforeEach, describe, expect, test } from "vitest";
import { JOIN, READ, WRITE } from "../access/access-mode.ts";
import type { ChatStore, NewMessage, StoredUser } from "../ports/chat-store.ts";
import { newSubscription } from "../topics/create-topic.ts";
import { groupNameFrom } from "../topics/names/topic-name.ts";
import { aUser } from "./chat-room.ts";

/** A store that tests can put users into. */
export interface SuiteStore {
  readonly store: ChatStore;
  addUser(user: StoredUser): Promise<void>;
}

const AT = 1_700_000_000_000;
const MODE = { want: JOIN | READ | WRITE, given: JOIN | READ | WRITE };
let lastNumber = 0;

function aMessage(from: string, content: unknown, change: Partial<NewMessage> = {}): NewMessage {
  return { from, at: AT, head: undefined, content, attachments: [], reaction: undefined, ...change };
}

interface Room {
  readonly store: ChatStore;
  readonly topic: string;
  readonly ana: StoredUser;
  readonly ben: StoredUser;
}

/** A group of two in a fresh corner of the store. */
async function openRoom({ store, addUser }: SuiteStore): Promise<Room> {
  lastNumber += 1;
  const base = { customerId: null, tags: [`t${lastNumber}`] };
  const [ana, ben] = [aUser(lastNumber * 2 + 100, base), aUser(lastNumber * 2 + 101, base)];
  for (const user of [ana, ben]) await addUser(user);
  const topic = groupNameFrom([lastNumber, 9, 9, 9, 9, 9, 9, 9]);
  await store.createTopic({
    topic: {
      name: topic,
      kind: "group",
      customerId: null,
      owner: ana.id,
      defacs: { auth: JOIN, anon: 0 },
      public: { fn: "Nurses" },
      trusted: undefined,
      aux: { pins: [1] },
      tags: [`t${lastNumber}`, "ward"],
      seq: 0,
      clear: 0,
      createdAt: AT,
      updatedAt: AT,
      touchedAt: AT,
    },
    subscriptions: [ana, ben].map((user) => newSubscription(AT, topic, user.id, MODE)),
  });
  return { store, topic, ana, ben };
}

/** What every place to keep chat in must do. */
export function describeChatStore(name: string, open: () => Promise<SuiteStore>): void {
  let room: Room;
  const current = (): Room => room;
  describe(`the chat store ${name}`, () => {
    beforeEach(async () => {
      room = await openRoom(await open());
    });
    testTopics(current);
    testMessages(current);
    testChanges(current);
    testClientIds(current);
  });
}

function testTopics(current: () => Room): void {
  test("[CHAT-S1] keeps users and topics as they were given", async () => {
    const room = current();
    expect(await room.store.findUsers([room.ana.id, "usrAAAAAAAAAAA"])).toEqual([room.ana]);
    await room.store.updateUser(room.ana.id, {
      public: { fn: "Ana" },
      private: undefined,
      seenAt: AT,
      userAgent: "x",
      meWant: JOIN,
    });
    expect(await room.store.findUsers([room.ana.id])).toEqual([
      { ...room.ana, public: { fn: "Ana" }, seenAt: AT, userAgent: "x", meWant: JOIN },
    ]);
    await room.store.updateTopic(room.topic, { public: undefined, tags: ["new"], owner: undefined });
    const found = await room.store.findTopic(room.topic);
    expect(found?.topic).toMatchObject({
      owner: undefined,
      public: undefined,
      tags: ["new"],
      aux: { pins: [1] },
    });
    expect(found?.subscriptions.map(({ user }) => user).toSorted()).toEqual(
      [room.ana.id, room.ben.id].toSorted(),
    );
  });

  test("[CHAT-S8] subscriptions end and come back, and receipts never go back", async () => {
    const room = current();
    const [subscription] = (await room.store.listSubscriptions(room.ben.id)).map((each) => each.subscription);
    if (!subscription) throw new Error("Ben is no member");
    await room.store.saveReceipts(room.topic, [{ user: room.ben.id, read: 3, recv: 5 }]);
    await room.store.saveSubscription({
      ...subscription,
      private: { note: 1 },
      deletedAt: AT,
      isRemoved: true,
    });
    const ended = (await room.store.findTopic(room.topic))?.subscriptions.find(
      ({ user }) => user === room.ben.id,
    );
    expect(ended).toMatchObject({ private: { note: 1 }, deletedAt: AT, isRemoved: true });
    await room.store.saveSubscription({ ...subscription, deletedAt: undefined });
    const back = (await room.store.findTopic(room.topic))?.subscriptions.find(
      ({ user }) => user === room.ben.id,
    );
    expect(back).toMatchObject({ deletedAt: undefined, isRemoved: false });
  });

  test("[CHAT-S9] finds people and groups by tags, of one company only", async () => {
    const room = current();
    const tag = `t${lastNumber}`;
    const found = await room.store.findByTags(null, [[tag]], 10);
    expect(found.users.map(({ id }) => id).toSorted()).toEqual([room.ana.id, room.ben.id].toSorted());
    expect(found.topics).toMatchObject([{ name: room.topic, memberCount: 2 }]);
    expect((await room.store.findByTags(null, [[tag, "x"], ["ward"]], 10)).users).toEqual([]);
    expect(await room.store.findByTags(1, [[tag]], 10)).toEqual({ users: [], topics: [] });
    await room.store.deleteTopic(room.topic, AT);
    expect(await room.store.findTopic(room.topic)).toBeUndefined();
  });
}

function testMessages(current: () => Room): void {
  test("[CHAT-S2] numbers messages without a gap, also when many write at once", async () => {
    const room = current();
    const firsts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        room.store.append(room.topic, [
          aMessage(room.ana.id, `a${index}`),
          aMessage(room.ben.id, `b${index}`),
        ]),
      ),
    );
    const seqs = firsts.flat().map(({ seq }) => seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    const all = await room.store.messages(room.topic, room.ana.id, { limit: 100 });
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index));
    expect((await room.store.findTopic(room.topic))?.topic.seq).toBe(40);
    const listed = await room.store.listSubscriptions(room.ben.id);
    expect(listed.find((each) => each.topic.name === room.topic)).toMatchObject({
      memberCount: 2,
      subscription: { read: 40, recv: 40 },
    });
  });

  test("[CHAT-S3] keeps content of any kind", async () => {
    const room = current();
    const contents = [
      "text",
      { txt: "bold", fmt: [{ at: 0, len: 4, tp: "ST" }] },
      42,
      false,
      ["a", 1],
      "zero \u0000 and half \ud800",
      "emoji 👩‍⚕️ and עברית",
    ];
    await room.store.append(
      room.topic,
      contents.map((content) => aMessage(room.ana.id, content, { head: { mime: "x" } })),
    );
    const kept = (await room.store.messages(room.topic, room.ana.id, { limit: 10 })).toReversed();
    expect(kept.map(({ content }) => content)).toEqual(contents);
    expect(kept[0]).toMatchObject({ head: { mime: "x" }, from: room.ana.id, at: AT, reactions: [] });
  });

  test("[CHAT-S4] pages by since, before, ranges and limit, newest first", async () => {
    const room = current();
    await room.store.append(
      room.topic,
      Array.from({ length: 9 }, (_, index) => aMessage(room.ana.id, index + 1)),
    );
    const seqs = async (query: Parameters<ChatStore["messages"]>[2]): Promise<number[]> =>
      (await room.store.messages(room.topic, room.ana.id, query)).map(({ seq }) => seq);
    expect(await seqs({ since: 7, limit: 10 })).toEqual([9, 8, 7]);
    expect(await seqs({ before: 4, limit: 2 })).toEqual([3, 2]);
    expect(await seqs({ since: 3, before: 6, limit: 10 })).toEqual([5, 4, 3]);
    expect(
      await seqs({
        ranges: [
          { low: 1, hi: 3 },
          { low: 8, hi: 9 },
        ],
        limit: 10,
      }),
    ).toEqual([8, 2, 1]);
  });
}

function testChanges(current: () => Room): void {
  test("[CHAT-S5] deletes for one and for all, and tells what is gone", async () => {
    const room = current();
    await room.store.append(
      room.topic,
      Array.from({ length: 6 }, (_, index) => aMessage(room.ana.id, index + 1)),
    );
    const wipe = { wipeAfter: AT - 1, at: AT };
    expect(
      await room.store.deleteMessages(room.topic, {
        ranges: [{ low: 1, hi: 3 }],
        forUser: room.ana.id,
        ...wipe,
      }),
    ).toBe(1);
    expect(
      await room.store.deleteMessages(room.topic, {
        ranges: [{ low: 3, hi: 4 }],
        forUser: undefined,
        ...wipe,
      }),
    ).toBe(2);
    const seen = async (user: StoredUser): Promise<number[]> =>
      (await room.store.messages(room.topic, user.id, { limit: 10 })).map(({ seq }) => seq);
    expect(await seen(room.ana)).toEqual([6, 5, 4]);
    expect(await seen(room.ben)).toEqual([6, 5, 4, 2, 1]);
    expect(await room.store.authorOf(room.topic, 3)).toBeUndefined();
    expect(await room.store.authorOf(room.topic, 2)).toBe(room.ana.id);
    expect(await room.store.deletions(room.topic, room.ana.id, { limit: 10 })).toEqual({
      clear: 2,
      ranges: [{ low: 1, hi: 4 }],
    });
    expect(await room.store.deletions(room.topic, room.ben.id, { limit: 10 })).toEqual({
      clear: 2,
      ranges: [{ low: 3, hi: 4 }],
    });
    expect(await room.store.deletions(room.topic, room.ana.id, { since: 3, limit: 10 })).toBeUndefined();
    expect((await room.store.findTopic(room.topic))?.topic.clear).toBe(2);
  });

  test("[CHAT-S6] what is too old to be wiped is hidden all the same", async () => {
    const room = current();
    await room.store.append(room.topic, [aMessage(room.ana.id, "old")]);
    await room.store.deleteMessages(room.topic, {
      ranges: [{ low: 1, hi: 2 }],
      forUser: undefined,
      wipeAfter: AT + 1,
      at: AT,
    });
    expect(await room.store.messages(room.topic, room.ben.id, { limit: 10 })).toEqual([]);
    expect(await room.store.authorOf(room.topic, 1)).toBe(room.ana.id);
  });

  test("[CHAT-S7] reactions are toggled together with the message that brings them", async () => {
    const room = current();
    await room.store.append(room.topic, [aMessage(room.ana.id, "lunch?")]);
    const react = (user: StoredUser, val: string) =>
      room.store.append(room.topic, [aMessage(user.id, val, { reaction: { seq: 1, val } })]);
    await react(room.ana, "👍");
    await react(room.ben, "👍");
    await react(room.ben, "🎉");
    await react(room.ana, "👍");
    const [message] = await room.store.messages(room.topic, room.ana.id, { before: 2, limit: 1 });
    expect(message?.reactions).toEqual([
      { val: "👍", count: 1, users: [room.ben.id] },
      { val: "🎉", count: 1, users: [room.ben.id] },
    ]);
  });
}

function testClientIds(current: () => Room): void {
  test("[CHAT-S10] keeps once what its author sends again under the same name, however long ago it was", async () => {
    const room = current();
    const [ana, ben] = [room.ana.id, room.ben.id];
    const named = (id: unknown) => ({ head: { "x-client-id": id } });
    const first = await room.store.append(room.topic, [
      aMessage(ana, "one", named("a")),
      aMessage(ben, "two"),
      aMessage(ben, "three", named(["b"])),
      aMessage(ben, "four", named("a")),
      aMessage(ben, "four again", named("a")),
    ]);
    expect(first.map(({ seq, isNew }) => (isNew ? seq : -seq))).toEqual([1, 2, 3, 4, -4]);
    for (let batch = 0; batch < 3; batch++)
      await room.store.append(
        room.topic,
        Array.from({ length: 50 }, (_, index) => aMessage(ana, "more", named(`m${batch}-${index}`))),
      );
    const again = await room.store.append(room.topic, [
      aMessage(ana, "one", named("a")),
      aMessage(ana, "news", named("b")),
      aMessage(ben, "long name", named("x".repeat(3_000))),
    ]);
    expect(again.map(({ seq, isNew }) => (isNew ? seq : -seq))).toEqual([-1, 155, 156]);
    expect((await room.store.findTopic(room.topic))?.topic.seq).toBe(156);
  });

  test("[CHAT-S11] an edit takes the place of every earlier wording", async () => {
    const room = current();
    const { ana } = room;
    const drafty = { head: { mime: "text/x-drafty", reply: ":1" } };
    await room.store.append(room.topic, [aMessage(ana.id, { txt: "the secret" }, drafty)]);
    await room.store.append(room.topic, [aMessage(ana.id, "second", { head: { replace: ":1" }, edits: 1 })]);
    await room.store.append(room.topic, [aMessage(ana.id, "third", { head: { replace: ":2" }, edits: 2 })]);
    const all = await room.store.messages(room.topic, room.ben.id, { limit: 10 });
    expect(all.map(({ content }) => content)).toEqual(["third", "third", "third"]);
    expect(all.at(-1)?.head).toEqual({ reply: ":1" });
    const find = (word: string) =>
      room.store.findMessages(ana.id, { words: [word], topics: [room.topic], limit: 10 });
    expect(await find("secret")).toEqual([]);
    expect(await find("second")).toEqual([]);
    expect((await find("third")).map(({ seq }) => seq)).toEqual([1]);
  });
}
