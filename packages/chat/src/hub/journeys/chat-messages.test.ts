import { beforeEach, describe, expect, test } from "vitest";
import { aChatCompany, type ChatCompany } from "../../testing/chat-company.ts";
import {
  aGroup,
  aHub,
  aUser,
  datas,
  infos,
  presences,
  settle,
  signedInClient,
} from "../../testing/chat-room.ts";

let ana: ChatCompany["ana"];
let ben: ChatCompany["ben"];
let cem: ChatCompany["cem"];
let client: ChatCompany["client"];
let clock: ChatCompany["clock"];
let hub: ChatCompany["hub"];
let store: ChatCompany["store"];

beforeEach(async () => {
  ({ ana, ben, cem, client, clock, hub, store } = await aChatCompany({ maxSubscriberCount: 4 }));
});

describe("messages", () => {
  test("[CHAT-M1] a message reaches everybody once, and its author only on request", async () => {
    const [a, a2, b] = [await client(ana, "a"), await client(ana, "a2"), await client(ben, "b")];
    const group = await aGroup(a);
    for (const each of [a2, b]) await each.ask("sub", { topic: group });
    await settle();
    for (const each of [a, a2, b]) each.take();
    await a.ask("pub", {
      topic: group,
      content: "hello",
      noecho: true,
      head: { sender: "x", mime: "text/x-drafty" },
    });
    expect(datas(a.take())).toEqual([]);
    const [received] = b.take();
    expect(received).toMatchObject({ data: { content: "hello", head: { mime: "text/x-drafty" } } });
    expect(received).not.toHaveProperty("data.head.sender");
    expect(datas(a2.take())).toEqual(["hello"]);
  });

  test("[CHAT-M7] what is said in the name of a user opens the direct topic and reaches both like any message", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    for (const each of [a, b]) await each.ask("sub", { topic: "me" });
    for (const each of [a, b]) each.take();
    await hub.speakFor({ from: ana.id, to: ben.id, text: "In a meeting" });
    expect(presences(b.take())).toMatchObject([
      { src: ana.id, what: "acs" },
      { src: ana.id, what: "on" },
      { src: ana.id, what: "msg", seq: 1, act: ana.id },
    ]);
    expect(presences(a.take())).toContainEqual(expect.objectContaining({ src: ben.id, what: "msg", seq: 1 }));

    await b.ask("sub", { topic: ana.id });
    b.take();
    await hub.speakFor({ from: ana.id, to: ben.id, text: "Call me later" });
    expect(b.take()).toMatchObject([{ data: { from: ana.id, seq: 2, content: "Call me later" } }]);
    b.send("get", { id: "all", topic: ana.id, what: "data", data: {} });
    await settle();
    expect(datas(b.take())).toEqual(["Call me later", "In a meeting"]);
  });

  test("[CHAT-M7] and is refused where the other side does not allow it", async () => {
    const b = await client(ben, "b");
    await b.ask("sub", { topic: ana.id });
    await b.ask("set", { topic: ana.id, sub: { user: ana.id, mode: "JRP" } });
    await expect(hub.speakFor({ from: ana.id, to: ben.id, text: "Hello?" })).rejects.toThrow(
      "permission denied",
    );
    const stranger = aUser(9, { customerId: 2 });
    await store.addUser(stranger);
    await expect(hub.speakFor({ from: ana.id, to: stranger.id, text: "Hi" })).rejects.toThrow(
      "user not found",
    );
  });

  test("[CHAT-M2] numbers have no gap, whoever writes at the same time, and all see one order", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    await b.ask("sub", { topic: group });
    await settle();
    for (const each of [a, b]) each.take();
    for (let number = 0; number < 40; number++)
      (number % 2 ? a : b).send("pub", { topic: group, content: number });
    await settle();
    const [seenByA, seenByB] = [a, b].map((each) =>
      each.take().flatMap((frame) => ("data" in frame ? [[frame.data.seq, frame.data.content]] : [])),
    );
    expect(seenByA).toHaveLength(40);
    expect(seenByA).toEqual(seenByB);
    expect(seenByA?.map(([seq]) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 2));
  });

  test("[CHAT-M3] only the author of a message edits it", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await b.ask("sub", { topic: ana.id });
    await a.ask("pub", { topic: ben.id, content: "first" });
    expect(await b.code("pub", { topic: ana.id, content: "not yours", head: { replace: ":1" } })).toBe(403);
    expect(await a.code("pub", { topic: ben.id, content: "second", head: { replace: ":1" } })).toBe(202);
    expect(await a.code("pub", { topic: ben.id, content: "x", head: { replace: ":99" } })).toBe(202);
  });

  test("[CHAT-M4] reactions are folded, and the same again takes one back", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await b.ask("sub", { topic: ana.id });
    await a.ask("pub", { topic: ben.id, content: "lunch?" });
    for (const [who, topic] of [
      [a, ben.id],
      [b, ana.id],
      [a, ben.id],
    ] as const)
      await who.ask("pub", { topic, content: "👍", head: { "x-reaction": ":1" } });
    b.take();
    await b.ask("get", { topic: ana.id, what: "data", data: { ranges: [{ low: 1 }] } });
    expect(b.take()).toContainEqual({
      data: expect.objectContaining({ seq: 1, react: [{ val: "👍", count: 1, users: [ben.id] }] }),
    });
  });

  test("[CHAT-M5] pages go back from the newest, without what was deleted", async () => {
    const a = await client(ana, "a");
    await a.ask("sub", { topic: "slf" });
    for (let number = 1; number <= 6; number++) await a.ask("pub", { topic: "slf", content: number });
    await a.ask("del", { topic: "slf", what: "msg", delseq: [{ low: 2 }] });
    a.take();
    await a.ask("get", { topic: "slf", what: "data", data: { before: 5, limit: 3 } });
    await settle();
    const page = a.take();
    expect(datas(page)).toEqual([4, 3, 1]);
    expect(page.at(-1)).toMatchObject({ ctrl: { code: 208, params: { what: "data", count: 3 } } });
  });

  test("[CHAT-M6] deleted for all is gone for all, deleted for oneself only for oneself", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await b.ask("sub", { topic: ana.id });
    for (const content of ["one", "two", "three"]) await a.ask("pub", { topic: ben.id, content });
    expect(await a.ask("del", { topic: ben.id, delseq: [{ low: 1 }] })).toMatchObject({
      ctrl: { code: 200, params: { del: 1 } },
    });
    b.take();
    await a.ask("del", { topic: ben.id, delseq: [{ low: 2 }], hard: true });
    expect(presences(b.take())).toEqual([
      expect.objectContaining({ what: "del", clear: 2, delseq: [{ low: 2 }], src: ana.id }),
    ]);
    await b.ask("get", { topic: ana.id, what: "data" });
    await settle();
    expect(datas(b.take())).toEqual(["three", "one"]);
    expect(await b.ask("get", { topic: ana.id, what: "del" })).toMatchObject({
      meta: { del: { clear: 2, delseq: [{ low: 2 }] } },
    });
    expect(await a.ask("get", { topic: ben.id, what: "del" })).toMatchObject({
      meta: { del: { clear: 2, delseq: [{ low: 1, hi: 3 }] } },
    });
  });
});

describe("notes and presence", () => {
  test("[CHAT-R3] receipts reach the others, never the one who gave them, and survive", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await b.ask("sub", { topic: ana.id });
    await a.ask("pub", { topic: ben.id, content: "hello" });
    for (const each of [a, b]) each.take();
    b.send("note", { topic: ana.id, what: "read", seq: 1 });
    b.send("note", { topic: ana.id, what: "read", seq: 1 });
    b.send("note", { topic: ana.id, what: "read", seq: 9 });
    await settle();
    expect(infos(a.take())).toEqual([{ topic: ben.id, from: ben.id, what: "read", seq: 1 }]);
    expect(b.take()).toEqual([]);
    clock.advance(1_000);
    await settle();
    const stored = await store.listSubscriptions(ben.id);
    expect(stored[0]?.subscription).toMatchObject({ read: 1, recv: 1 });
  });

  test("[CHAT-R4] typing is seen by others, on me by those who look elsewhere, and never by its author", async () => {
    const [a, a2, b, c] = [
      await client(ana, "a"),
      await client(ana, "a2"),
      await client(ben, "b"),
      await client(cem, "c"),
    ];
    const group = await aGroup(a);
    for (const each of [a2, b]) await each.ask("sub", { topic: group });
    await c.ask("sub", { topic: group });
    await c.ask("leave", { topic: group });
    await c.ask("sub", { topic: "me" });
    await settle();
    for (const each of [a, a2, b, c]) each.take();
    a.send("note", { topic: group, what: "kp" });
    await settle();
    expect(infos(b.take())).toEqual([{ topic: group, from: ana.id, what: "kp" }]);
    expect(infos(c.take())).toEqual([{ topic: "me", src: group, from: ana.id, what: "kp" }]);
    expect([...a.take(), ...a2.take()]).toEqual([]);
  });

  test("[CHAT-O1] contacts see each other come and, after a moment, go", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await a.ask("leave", { topic: ben.id });
    await a.ask("sub", { topic: "me" });
    a.take();
    await b.ask("sub", { topic: "me", get: { what: "sub" } });
    await settle();
    expect(presences(a.take())).toContainEqual(
      expect.objectContaining({ src: ben.id, what: "on", ua: "test" }),
    );
    hub.close(b.session);
    clock.advance(3_000);
    await settle();
    expect(presences(a.take())).toEqual([]);
    clock.advance(2_000);
    await settle();
    expect(presences(a.take())).toContainEqual(expect.objectContaining({ src: ben.id, what: "off" }));
  });

  test("[CHAT-O2] the list of a user says what is unread, who is there, and with ims only what is new", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    await a.ask("sub", { topic: ben.id });
    await b.ask("sub", { topic: "me" });
    await a.ask("pub", { topic: ben.id, content: "hello" });
    const list = await b.ask("get", { topic: "me", what: "sub" });
    expect(list).toMatchObject({
      meta: { sub: [{ topic: ana.id, seq: 1, read: 0, public: { fn: "User 1" } }] },
    });
    clock.advance(10_000);
    const since = new Date(clock.now() - 1).toISOString();
    expect(await b.ask("get", { topic: "me", what: "sub", sub: { ims: since } })).toMatchObject({
      ctrl: { code: 204, params: { what: "sub" } },
    });
    expect(JSON.stringify(list)).not.toContain(group);
  });

  test("[CHAT-F4] people are found by their tags, in their own company only", async () => {
    await store.addUser(aUser(20, { tags: ["nurse", "night"] }));
    await store.addUser(aUser(21, { tags: ["nurse"], customerId: 2 }));
    const a = await client(ana, "a");
    expect(await a.code("get", { topic: "fnd", what: "sub" })).toBe(409);
    await a.ask("sub", { topic: "fnd" });
    await a.ask("set", { topic: "fnd", desc: { public: "nurse,doctor night" } });
    const found = await a.ask("get", { topic: "fnd", what: "sub" });
    expect(found).toMatchObject({ meta: { sub: [{ topic: aUser(20).id, private: ["nurse", "night"] }] } });
    await a.ask("set", { topic: "fnd", desc: { public: '"' } });
    expect(await a.code("get", { topic: "fnd", what: "sub" })).toBe(204);
  });
});

test("[CHAT-M8] what a client sends again, not knowing whether it was kept, is kept once", async () => {
  const [a, b] = [await client(ana, "a"), await client(ben, "b")];
  const group = await aGroup(a);
  await b.ask("sub", { topic: group });
  const words = (content: string, id: string) => ({ topic: group, content, head: { "x-client-id": id } });
  const seqOf = async (asked: Promise<object>): Promise<unknown> =>
    ((await asked) as { ctrl: { params: { seq: number } } }).ctrl.params.seq;
  await settle();
  b.take();
  // Twice at once, so that the repeat waits in the queue behind the first.
  const [first, again] = await Promise.all([
    seqOf(a.ask("pub", words("hello", "1"))),
    seqOf(a.ask("pub", words("hello", "1"))),
  ]);
  expect(again).toBe(first);
  // Another author may use the same name.
  expect(await seqOf(b.ask("pub", words("hello too", "1")))).toBe(Number(first) + 1);
  // After a restart only the store knows.
  const later = await signedInClient(aHub(store, clock), ana, "a");
  await later.ask("sub", { topic: group });
  later.take();
  expect(await seqOf(later.ask("pub", words("hello", "1")))).toBe(first);
  expect(await seqOf(later.ask("pub", words("news", "2")))).toBe(Number(first) + 2);
  expect(datas(b.take())).toEqual(["hello", "hello too"]);
  expect(datas(later.take())).toEqual(["news"]);
});

test("[WP10] whoever may hear a new message and has not muted the chat is named to those who tell people elsewhere", async () => {
  const written: { content: unknown; listeners: readonly { user: string; topic: string }[] }[] = [];
  const company = await aChatCompany({ onWritten: (message) => written.push(message) });
  const [a, b] = [await company.client(company.ana, "a"), await company.client(company.ben, "b")];
  const c = await company.client(company.cem, "c");
  const group = await aGroup(a);
  for (const each of [b, c]) await each.ask("sub", { topic: group });
  await c.ask("set", { topic: group, desc: { private: { muted: true } } });
  await a.ask("pub", { topic: group, content: "hello @all" });
  await settle();
  const last = written.at(-1);
  expect(last).toMatchObject({ content: "hello @all", from: company.ana.id, isDirect: false });
  expect(last?.listeners).toEqual([{ user: company.ben.id, topic: group }]);
  const count = written.length;
  await a.ask("pub", { topic: group, content: "Hello @all", head: { replace: ":1" } });
  await settle();
  expect(written).toHaveLength(count);
});
