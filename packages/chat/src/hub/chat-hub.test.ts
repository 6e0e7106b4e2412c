import { beforeEach, describe, expect, test } from "vitest";
import { aChatCompany, type ChatCompany } from "../testing/chat-company.ts";
import { aGroup, aUser, datas, presences, ScriptedClient, settle } from "../testing/chat-room.ts";

let ana: ChatCompany["ana"];
let ben: ChatCompany["ben"];
let cem: ChatCompany["cem"];
let client: ChatCompany["client"];
let hub: ChatCompany["hub"];
let store: ChatCompany["store"];

beforeEach(async () => {
  ({ ana, ben, cem, client, hub, store } = await aChatCompany({ maxSubscriberCount: 4 }));
});

describe("handshake", () => {
  test("[CHAT-H1] the first word must be hi, of a version we speak", async () => {
    const raw = new ScriptedClient(hub, "raw");
    expect(await raw.code("login", { scheme: "test", secret: "" })).toBe(409);
    expect(await raw.code("hi", { ver: "0.19" })).toBe(505);
    expect(await raw.code("hi", { ver: "new" })).toBe(400);
    const answer = await raw.ask("hi", { ver: "0.25.3" });
    expect(answer).toMatchObject({
      ctrl: { code: 201, params: { ver: "0.25", maxMessageSize: 131_072, msgDelAge: 600 } },
    });
    expect(await raw.code("hi", { ver: "0.22" })).toBe(409);
    expect(await raw.code("sub", { topic: "me" })).toBe(401);
    expect(await raw.code("login", { scheme: "test", secret: "AAAA" })).toBe(401);
  });

  test("[CHAT-H2] what cannot be read is malformed, and a probe is answered", () => {
    const raw = new ScriptedClient(hub, "raw");
    for (const text of [
      "",
      "{",
      "[]",
      "2",
      '{"what":{}}',
      '{"hi":{},"login":{}}',
      '{"login":{"id":"1","scheme":"a","secret":"*"}}',
    ])
      hub.receive(raw.session, text);
    expect(raw.received).toHaveLength(7);
    for (const frame of raw.received) expect(frame).toMatchObject({ ctrl: { code: 400 } });
    expect(raw.received.at(-1)).not.toHaveProperty("ctrl.id");
    hub.receive(raw.session, '{"pub":{"id":"7","topic":5}}');
    expect(raw.received.at(-1)).toMatchObject({ ctrl: { id: "7", code: 400 } });
  });
});

describe("direct topics", () => {
  test("[CHAT-T1] two people talk, each under the other's name", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await b.ask("sub", { topic: "me" });
    const joined = await a.ask("sub", { topic: ben.id });
    expect(joined).toMatchObject({ ctrl: { code: 200, topic: ben.id, params: { acs: { mode: "JRWPAD" } } } });
    expect(presences(b.take())).toContainEqual(
      expect.objectContaining({ topic: "me", src: ana.id, what: "acs" }),
    );
    const sent = await a.ask("pub", { topic: ben.id, content: "hello" });
    expect(sent).toMatchObject({ ctrl: { code: 202, params: { seq: 1 } } });
    expect(presences(b.take())).toContainEqual(
      expect.objectContaining({ topic: "me", src: ana.id, what: "msg", seq: 1, act: ana.id }),
    );
    await b.ask("sub", { topic: ana.id, get: { what: "data" } });
    expect(b.take()).toContainEqual({
      data: expect.objectContaining({ topic: ana.id, from: ana.id, seq: 1, content: "hello" }),
    });
  });

  test("[CHAT-T2] nobody talks with their own account, with strangers of another company, or with nobody", async () => {
    const stranger = aUser(9, { customerId: 2 });
    await store.addUser(stranger);
    const a = await client(ana, "a");
    expect(await a.code("sub", { topic: ana.id })).toBe(403);
    expect(await a.code("sub", { topic: stranger.id })).toBe(404);
    expect(await a.code("sub", { topic: aUser(77).id })).toBe(404);
    expect(await a.code("sub", { topic: "usrwrong" })).toBe(400);
  });

  test("[CHAT-T3] when both sides have left, the topic is gone; one that is left can be taken up again", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await b.ask("sub", { topic: ana.id });
    await a.ask("pub", { topic: ben.id, content: "one" });
    expect(await a.code("leave", { topic: ben.id, unsub: true })).toBe(200);
    await a.ask("sub", { topic: ben.id, get: { what: "data" } });
    expect(datas(a.take())).toEqual(["one"]);
    await a.ask("leave", { topic: ben.id, unsub: true });
    await b.ask("leave", { topic: ana.id, unsub: true });
    b.take();
    expect(await b.code("sub", { topic: ana.id, get: { what: "data" } })).toBe(200);
    await settle();
    expect(datas(b.take())).toEqual([]);
  });
});

describe("groups", () => {
  test("[CHAT-G1] the founder owns it, others join with its defaults, and the group says so", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    a.take();
    const joined = await b.ask("sub", { topic: group, get: { what: "desc" } });
    expect(joined).toMatchObject({
      ctrl: { params: { acs: { want: "JRWPS", given: "JRWPS", mode: "JRWPS" } } },
    });
    await settle();
    const told = a.take();
    expect(presences(told)).toContainEqual(
      expect.objectContaining({ topic: group, src: ben.id, what: "acs" }),
    );
    expect(presences(told)).toContainEqual(
      expect.objectContaining({ topic: group, src: ben.id, what: "on" }),
    );
    expect(datas(told)).toEqual(["User 2 joined"]);
  });

  test("[CHAT-G2] a private group lets in only invited users, and never more than its limit", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a, { desc: { defacs: { auth: "RWPS" } } });
    expect(await b.code("sub", { topic: group })).toBe(403);
    expect(await a.code("set", { topic: group, sub: { user: ben.id } })).toBe(200);
    expect(await b.code("sub", { topic: group })).toBe(200);
    for (const [number, expected] of [
      [3, 200],
      [4, 200],
      [5, 422],
    ] as const) {
      await store.addUser(aUser(number));
      expect(await a.code("set", { topic: group, sub: { user: aUser(number).id } })).toBe(expected);
    }
  });

  test("[CHAT-G3] a banned member is put out and stays out; a removed one comes back like a stranger", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    await b.ask("sub", { topic: group });
    b.take();
    await a.ask("set", { topic: group, sub: { user: ben.id, mode: "RWP" } });
    expect(b.take()).toContainEqual({
      ctrl: expect.objectContaining({ code: 205, text: "evicted", topic: group, params: { unsub: false } }),
    });
    expect(await b.code("sub", { topic: group })).toBe(403);
    expect(await b.code("pub", { topic: group, content: "x" })).toBe(409);
    const c = await client(cem, "c");
    await c.ask("sub", { topic: group });
    await a.ask("del", { topic: group, what: "sub", user: cem.id });
    expect(c.take()).toContainEqual({
      ctrl: expect.objectContaining({ code: 205, params: { unsub: true } }),
    });
    expect(await c.code("sub", { topic: group })).toBe(200);
  });

  test("[CHAT-G4] ownership is offered and accepted, and the old owner keeps the rest", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    await b.ask("sub", { topic: group });
    expect(await b.code("set", { topic: group, sub: { mode: "JRWPASDO" } })).toBe(403);
    expect(await a.code("leave", { topic: group, unsub: true })).toBe(403);
    await a.ask("set", { topic: group, sub: { user: ben.id, mode: "JRWPASDO" } });
    expect(await b.code("set", { topic: group, sub: { mode: "JRWPASDO" } })).toBe(200);
    const desc = await a.ask("get", { topic: group, what: "desc" });
    expect(desc).toMatchObject({ meta: { desc: { acs: { mode: "JRWPASD" } } } });
    expect(await a.code("leave", { topic: group, unsub: true })).toBe(200);
    expect(await b.code("del", { topic: group, what: "topic" })).toBe(200);
    expect(await b.code("del", { topic: group, what: "topic" })).toBe(304);
    expect(await a.code("sub", { topic: group })).toBe(404);
  });

  test("[CHAT-G5] what a group says of itself is its owner's to change", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    await b.ask("sub", { topic: group });
    expect(await b.code("set", { topic: group, desc: { public: { fn: "Mine" } } })).toBe(403);
    expect(await a.code("set", { topic: group, desc: { public: { note: "Ward 3" } } })).toBe(200);
    expect(await a.code("set", { topic: group, desc: { public: { note: "Ward 3" } } })).toBe(304);
    expect(await a.ask("get", { topic: group, what: "desc" })).toMatchObject({
      meta: { desc: { public: { fn: "Nurses", note: "Ward 3" } } },
    });
    expect(await a.code("set", { topic: group })).toBe(400);
    expect(await b.code("set", { topic: group, aux: { pins: [1] } })).toBe(403);
    expect(await a.code("set", { topic: group, aux: { pins: [1] } })).toBe(200);
  });
});
