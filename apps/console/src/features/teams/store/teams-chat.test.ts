import {
  aHub,
  aUser,
  MemoryChatStore,
  type ScriptedClient,
  settle,
  signedInClient,
} from "@offhook/chat/testing";
import { FakeClock } from "@offhook/testkit";
import { expect, test } from "vitest";
import { aTeamsChat, MemoryOutboxStorage } from "../testing/a-teams-chat.ts";
import { buildTimeline } from "./message.ts";
import { newestStretch } from "./message-log.ts";
import type { TeamsChat } from "./teams-chat.ts";
import { totalUnread, unreadOf } from "./teams-state.ts";

const [maya, dev] = [aUser(1), aUser(2)];

async function aCompany() {
  const clock = new FakeClock(Date.parse("2030-01-07T15:00:00Z"));
  const store = new MemoryChatStore();
  for (const user of [maya, dev]) await store.addUser(user);
  const hub = aHub(store, clock);
  const other = await signedInClient(hub, dev, "dev");
  await other.ask("sub", { topic: "me" });
  return { clock, hub, other, store };
}

const say = (client: ScriptedClient, topic: string, content: string, head?: object) =>
  client.ask("pub", { topic, content, head });

function textsIn(chat: TeamsChat, topic: string): string[] {
  const record = chat.store.getState().topics.get(topic);
  if (!record) return [];
  const { messages } = buildTimeline(record.log, newestStretch(record.log, record.topic.seq));
  return messages.map(({ content }) => content.text);
}

const unread = (chat: TeamsChat, topic: string) => {
  const { topics, ownId } = chat.store.getState();
  return unreadOf(topics.get(topic)!, ownId);
};

test("[TEAM-S1] a message of somebody new opens a topic, unread until the user looks", async () => {
  const { clock, hub, other } = await aCompany();
  const { chat, failures } = await aTeamsChat({ hub, user: maya, clock });
  await settle();
  const arrived: string[] = [];
  chat.events.on("arrived", ({ data }) => arrived.push(String(data.content)));
  await other.ask("sub", { topic: maya.id });
  await say(other, maya.id, "hello");
  await settle();
  await say(other, maya.id, "are you there?", { mentions: [maya.id] });
  await settle();
  expect(textsIn(chat, dev.id)).toEqual(["hello", "are you there?"]);
  expect(unread(chat, dev.id)).toEqual({ messages: 2, mentions: 1 });
  expect(totalUnread(chat.store.getState())).toBe(2);
  expect(arrived).toEqual(["are you there?"]);
  other.take();
  chat.watch(dev.id);
  await settle();
  expect(unread(chat, dev.id).messages).toBe(0);
  expect(other.take()).toContainEqual({ info: { topic: maya.id, from: maya.id, what: "read", seq: 2 } });
  expect(failures).toEqual([]);
});

test("[TEAM-S2] reactions and changed wordings are nothing new to read", async () => {
  const { clock, hub, other } = await aCompany();
  const { chat } = await aTeamsChat({ hub, user: maya, clock });
  await other.ask("sub", { topic: maya.id });
  await say(other, maya.id, "helo");
  await settle();
  chat.watch(dev.id)();
  await say(other, maya.id, "👍", { "x-reaction": ":1" });
  await say(other, maya.id, "hello", { replace: ":1" });
  await settle();
  expect(unread(chat, dev.id).messages).toBe(0);
  expect(textsIn(chat, dev.id)).toEqual(["hello"]);
});

test("[TEAM-S3] what is sent without a line waits, and goes once and in order", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  const { chat, line, storage } = await aTeamsChat({ hub, user: maya, clock });
  await settle();
  line.isDown = true;
  line.cut();
  for (const typed of ["one", "two", "three"]) chat.outbox.send({ topic: dev.id, typed });
  await settle();
  expect(chat.store.getState().outbox.map(({ state }) => state.name)).toEqual(Array(3).fill("waiting"));
  expect(storage.kept.size).toBe(3);
  line.isDown = false;
  chat.wake();
  await expect.poll(() => textsIn(chat, dev.id)).toEqual(["one", "two", "three"]);
  expect(chat.store.getState().outbox).toEqual([]);
  expect(storage.kept.size).toBe(0);
});

test("[TEAM-S4] a message whose acknowledgment was lost is not sent twice", async () => {
  const { clock, hub, other, store } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  const { chat, line } = await aTeamsChat({ hub, user: maya, clock });
  await settle();
  line.isDeaf = true;
  chat.outbox.send({ topic: dev.id, typed: "only once" });
  await settle();
  line.cut();
  chat.wake();
  await expect.poll(() => chat.store.getState().outbox.length).toBe(0);
  await settle();
  expect(textsIn(chat, dev.id)).toEqual(["only once"]);
  const [listed] = await store.listSubscriptions(maya.id);
  expect(listed?.topic.seq).toBe(1);
});

test("[TEAM-S5] what a page that is no more has left is sent by the next", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  const storage = new MemoryOutboxStorage();
  const first = await aTeamsChat({ hub, user: maya, clock, storage });
  await settle();
  first.line.isDown = true;
  first.line.cut();
  first.chat.outbox.send({ topic: dev.id, typed: "left behind" });
  await first.chat.stop(false);
  const { chat } = await aTeamsChat({ hub, user: maya, clock, storage });
  await expect.poll(() => textsIn(chat, dev.id)).toEqual(["left behind"]);
});

test("[TEAM-S6] a refused message stays, says why, and can be sent again", async () => {
  const { clock, hub, other } = await aCompany();
  const { chat } = await aTeamsChat({ hub, user: maya, clock });
  await settle();
  const answer = await other.ask("sub", { topic: "new1", set: { desc: { public: { fn: "News" } } } });
  const group = "ctrl" in answer ? answer.ctrl.topic! : "";
  await other.ask("set", { topic: group, sub: { user: maya.id, mode: "JRP" } });
  await settle();
  const id = chat.outbox.send({ topic: group, typed: "may I?" });
  await expect.poll(() => chat.store.getState().outbox).toMatchObject([{ id, state: { name: "refused" } }]);
  await other.ask("set", { topic: group, sub: { user: maya.id, mode: "JRWP" } });
  // What one is given beyond what one asked for is taken without a question.
  await expect.poll(() => chat.store.getState().topics.get(group)?.topic.mode).toContain("W");
  chat.outbox.resend(id);
  await expect.poll(() => textsIn(chat, group)).toContain("may I?");
});

test("[TEAM-S7] a reaction shows at once and is taken back when it is refused", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  await say(other, maya.id, "lunch?");
  const { chat, line } = await aTeamsChat({ hub, user: maya, clock });
  await expect.poll(() => textsIn(chat, dev.id)).toEqual(["lunch?"]);
  const reacting = () => chat.store.getState().topics.get(dev.id)?.reacting;
  const given = chat.acts.react(dev.id, 1, "👍");
  expect(reacting()).toEqual([{ seq: 1, emoji: "👍" }]);
  await given;
  expect(reacting()).toEqual([]);
  const record = chat.store.getState().topics.get(dev.id)!;
  expect(buildTimeline(record.log, { low: 1, hi: 9 }).messages[0]?.reactions).toEqual([
    { emoji: "👍", users: [maya.id] },
  ]);
  line.isDown = true;
  line.cut();
  await expect(chat.acts.react(dev.id, 1, "🎉")).rejects.toThrow("Websocket is not connected");
  expect(reacting()).toEqual([]);
});

test("[TEAM-S8] pages go back to the first message, and a stranger's jump lands in the middle", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  for (let number = 1; number <= 90; number++) await say(other, maya.id, `${number}`);
  const { chat } = await aTeamsChat({ hub, user: maya, clock });
  await expect.poll(() => textsIn(chat, dev.id).length).toBe(35);
  const stretch = () => {
    const record = chat.store.getState().topics.get(dev.id)!;
    return newestStretch(record.log, record.topic.seq);
  };
  await chat.sync.loadAround(dev.id, 20);
  expect(chat.store.getState().topics.get(dev.id)?.log.known).toEqual([
    { low: 3, hi: 38 },
    { low: 56, hi: 91 },
  ]);
  await chat.sync.loadNewer(dev.id, { low: 3, hi: 38 });
  expect(stretch()).toEqual({ low: 3, hi: 91 });
  await chat.sync.loadOlder(dev.id, stretch());
  expect(stretch()).toEqual({ low: 1, hi: 91 });
  expect(textsIn(chat, dev.id)).toHaveLength(90);
});

test("[TEAM-S9] after a cut nothing is missing, and a removed topic is gone", async () => {
  const { clock, hub, other } = await aCompany();
  const answer = await other.ask("sub", { topic: "new1", set: { desc: { public: { fn: "Team" } } } });
  const group = "ctrl" in answer ? answer.ctrl.topic! : "";
  await other.ask("set", { topic: group, sub: { user: maya.id } });
  const { chat, line } = await aTeamsChat({ hub, user: maya, clock });
  const gone: string[] = [];
  chat.events.on("gone", ({ name }) => gone.push(name));
  await expect.poll(() => chat.store.getState().topics.get(group)?.isAttached).toBe(true);
  line.isDown = true;
  line.cut();
  await say(other, group, "while you were away");
  line.isDown = false;
  chat.wake();
  await expect.poll(() => textsIn(chat, group)).toContain("while you were away");
  await other.ask("del", { topic: group, what: "sub", user: maya.id });
  await expect.poll(() => gone).toEqual(["Team"]);
  expect(chat.store.getState().topics.has(group)).toBe(false);
});

test("[TEAM-S10] the next visit has topics, messages and drafts before the line is there", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  await say(other, maya.id, "kept");
  const cacheName = `test-${crypto.randomUUID()}`;
  const first = await aTeamsChat({ hub, user: maya, clock, cacheName });
  await expect.poll(() => textsIn(first.chat, dev.id)).toEqual(["kept"]);
  first.chat.setDraft(dev.id, "half a sen");
  await first.chat.stop(false);
  const second = await aTeamsChat({ hub, user: maya, clock, cacheName });
  expect(second.chat.store.getState().status).toBe("ready");
  expect(textsIn(second.chat, dev.id)).toEqual(["kept"]);
  expect(second.chat.store.getState().drafts.get(dev.id)).toBe("half a sen");
  await second.chat.stop(true);
  const third = await aTeamsChat({ hub, user: maya, clock, cacheName });
  expect(third.chat.store.getState().drafts.size).toBe(0);
  await third.chat.stop(true);
});

test("[TEAM-S11] typing shows for a moment, receipts for good", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  const { chat } = await aTeamsChat({ hub, user: maya, clock });
  await expect.poll(() => chat.store.getState().topics.get(dev.id)?.isAttached).toBe(true);
  chat.outbox.send({ topic: dev.id, typed: "hi" });
  await expect.poll(() => textsIn(chat, dev.id)).toEqual(["hi"]);
  other.send("note", { topic: maya.id, what: "kp" });
  other.send("note", { topic: maya.id, what: "read", seq: 1 });
  await settle();
  expect(chat.store.getState().typing.get(dev.id)).toEqual([dev.id]);
  clock.advance(5_000);
  expect(chat.store.getState().typing.get(dev.id)).toEqual([]);
  expect(chat.store.getState().topics.get(dev.id)?.members.get(dev.id)).toMatchObject({ read: 1, recv: 1 });
});

test("[TEAM-A8] a right that was taken away is not asked for until the user asks", async () => {
  const { clock, hub, other } = await aCompany();
  const { chat } = await aTeamsChat({ hub, user: maya, clock });
  const answer = await other.ask("sub", { topic: "new1", set: { desc: { public: { fn: "Nurses" } } } });
  const group = "ctrl" in answer ? (answer.ctrl.topic ?? "") : "";
  const rights = () => chat.store.getState().topics.get(group)?.topic;
  await other.ask("set", { topic: group, sub: { user: maya.id, mode: "JRWPS" } });
  await expect.poll(() => rights()?.mode).toBe("JRWPS");
  await expect.poll(() => chat.store.getState().topics.get(group)?.isAttached).toBe(true);
  await other.ask("set", { topic: group, sub: { user: maya.id, mode: "JRP" } });
  await expect.poll(() => rights()).toMatchObject({ given: "JRP", want: "JRP" });
  await chat.acts.setOwnMode(group, "+W");
  await expect.poll(() => rights()).toMatchObject({ given: "JRP", want: "JRWP" });
  await other.ask("set", { topic: group, sub: { user: maya.id, mode: "JRWPS" } });
  await expect.poll(() => rights()?.mode).toBe("JRWPS");
});

test("[TEAM-S13] what was written without a line is there after a reload, before the line is", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  const storage = new MemoryOutboxStorage();
  const first = await aTeamsChat({ hub, user: maya, clock, storage });
  await settle();
  first.line.isDown = true;
  first.line.cut();
  first.chat.outbox.send({ topic: dev.id, typed: "later" });
  await first.chat.stop(false);
  const second = await aTeamsChat({ hub, user: maya, clock, storage, isDown: true });
  await expect.poll(() => second.chat.store.getState().outbox.map(({ typed }) => typed)).toEqual(["later"]);
  expect(second.chat.store.getState().link.connected).toBe(false);
  second.line.isDown = false;
  second.chat.wake();
  await expect.poll(() => textsIn(second.chat, dev.id)).toEqual(["later"]);
});

test("[TEAM-S14] a team one was removed from while away is told of as gone", async () => {
  const { clock, hub, other } = await aCompany();
  const cacheName = `test-${crypto.randomUUID()}`;
  const answer = await other.ask("sub", { topic: "new1", set: { desc: { public: { fn: "Night shift" } } } });
  const group = "ctrl" in answer ? (answer.ctrl.topic ?? "") : "";
  await other.ask("set", { topic: group, sub: { user: maya.id } });
  const first = await aTeamsChat({ hub, user: maya, clock, cacheName });
  await expect.poll(() => first.chat.store.getState().topics.has(group)).toBe(true);
  await settle();
  await first.chat.stop(false);
  await other.ask("del", { topic: group, what: "sub", user: maya.id });
  const second = await aTeamsChat({ hub, user: maya, clock, cacheName, isDown: true });
  expect(second.chat.store.getState().topics.has(group)).toBe(true);
  const gone: string[] = [];
  second.chat.events.on("gone", ({ name }) => gone.push(name));
  second.line.isDown = false;
  second.chat.wake();
  await expect.poll(() => gone).toEqual(["Night shift"]);
  expect(second.chat.store.getState().topics.has(group)).toBe(false);
});

test("[OUT8] what a tab without a line cannot send, another with one does, and both show it once", async () => {
  const { clock, hub, other, store } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  const storage = new MemoryOutboxStorage();
  const first = await aTeamsChat({ hub, user: maya, clock, storage });
  const second = await aTeamsChat({ hub, user: maya, clock, storage, idPrefix: "second" });
  await settle();
  first.line.isDown = true;
  first.line.cut();
  first.chat.outbox.send({ topic: dev.id, typed: "through the other" });
  await expect.poll(() => textsIn(second.chat, dev.id)).toEqual(["through the other"]);
  for (const { chat } of [first, second]) await expect.poll(() => chat.store.getState().outbox).toEqual([]);
  first.line.isDown = false;
  first.chat.wake();
  await expect.poll(() => textsIn(first.chat, dev.id)).toEqual(["through the other"]);
  const [listed] = await store.listSubscriptions(maya.id);
  expect(listed?.topic.seq).toBe(1);
  expect(storage.kept.size).toBe(0);
});

test("[OUT8] an own message that stands in the stream waits in no tab", async () => {
  const { clock, hub, other } = await aCompany();
  await other.ask("sub", { topic: maya.id });
  const storage = new MemoryOutboxStorage();
  const first = await aTeamsChat({ hub, user: maya, clock, storage });
  // The first tab has the lock, so the second can only look on.
  const lock = () => new Promise<never>(() => {});
  const second = await aTeamsChat({ hub, user: maya, clock, storage, idPrefix: "second", lock });
  await settle();
  // The first tab never hears that it was taken, so it cannot say so to the second.
  first.line.isDeaf = true;
  first.chat.outbox.send({ topic: dev.id, typed: "hello" });
  await expect.poll(() => textsIn(second.chat, dev.id)).toEqual(["hello"]);
  await settle();
  expect(second.chat.store.getState().outbox).toEqual([]);
  expect(storage.kept.size).toBe(0);
});
