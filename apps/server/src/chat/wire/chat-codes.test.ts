import type { ChatServerFrame } from "@offhook/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChatServer, startChatServer } from "../testing/chat-server.ts";
import { WireClient } from "../testing/wire-client.ts";

// The codes of the protocol as a client reads them, on both wires, against the real store. What each request does
// beside its code is tried in packages/chat.

const WIRES = ["websocket", "longPoll"] as const;
let server: ChatServer;

beforeAll(async () => {
  server = await startChatServer([]);
});
afterAll(() => server.close());

type Body = Readonly<Record<string, unknown>>;
/** What it is, verb and body, and the codes of all its answers in their order (`meta` for a meta frame). */
type Row = readonly [what: string, verb: string, body: Body, answers: readonly (number | "meta")[]];

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const NOBODY = "usrAAAAAAAAA9k";

let lastLogin = 0;

/** Somebody who has just made an account and is signed in. */
async function aPerson(
  wire: (typeof WIRES)[number],
): Promise<{ client: WireClient; id: string; login: string }> {
  const client = await WireClient.connect(server.origin, wire);
  await client.ask("hi", { ver: "0.25" });
  const login = `code${++lastLogin}`;
  const secret = base64(`${login}:a secret`);
  const made = await client.ask("acc", { user: "new", scheme: "basic", secret, login: true });
  return { client, id: String(made.params?.user), login };
}

/** The rows with what the server really answers. */
async function tryAll(client: WireClient, rows: readonly Row[]): Promise<Row[]> {
  const seen: Row[] = [];
  for (const [what, verb, body, expected] of rows) {
    const from = client.frames.length;
    client.sendText(JSON.stringify({ [verb]: { ...body, id: what } }));
    await until(client, what, from, expected.length);
    seen.push([what, verb, body, answersTo(client.frames.slice(from), what)]);
  }
  return seen;
}

const idOf = (frame: ChatServerFrame): string | undefined =>
  "ctrl" in frame ? frame.ctrl.id : "meta" in frame ? frame.meta.id : undefined;

function answersTo(frames: readonly ChatServerFrame[], id: string): (number | "meta")[] {
  return frames
    .filter((frame) => idOf(frame) === id)
    .map((frame) => ("ctrl" in frame ? frame.ctrl.code : "meta"));
}

async function until(client: WireClient, id: string, from: number, count: number): Promise<void> {
  await client.next(() => answersTo(client.frames.slice(from), id).length >= count);
}

describe.each(WIRES)("over a %s", (wire) => {
  test("[CHAT-W9] greeting and signing in", async () => {
    const [client, ana] = [await WireClient.connect(server.origin, wire), await aPerson(wire)];
    const secret = base64(`${ana.login}:a secret`);
    const rows: readonly Row[] = [
      ["anything before hi", "login", { scheme: "basic", secret }, [409]],
      ["too old a version", "hi", { ver: "0.19" }, [505]],
      ["no version", "hi", { ver: "new" }, [400]],
      ["hi", "hi", { ver: "0.25.3" }, [wire === "longPoll" ? 200 : 201]],
      ["another version later", "hi", { ver: "0.22" }, [409]],
      ["hi again, as nobody", "hi", { ver: "0.25", dev: "x" }, [401]],
      ["a request of nobody", "sub", { topic: "me" }, [401]],
      ["an unknown scheme", "login", { scheme: "carrier-pigeon", secret }, [401]],
      ["a wrong password", "login", { scheme: "basic", secret: base64(`${ana.login}:wrong`) }, [401]],
      ["a secret without a colon", "login", { scheme: "basic", secret: base64("nothing") }, [400]],
      ["a token that is none", "login", { scheme: "token", secret: base64("x") }, [400]],
      ["an account that is there", "acc", { user: "new", scheme: "basic", secret }, [409]],
      ["too short a name", "acc", { user: "new", scheme: "basic", secret: base64("a:b") }, [422]],
      ["login", "login", { scheme: "basic", secret }, [200]],
      ["login again", "login", { scheme: "basic", secret }, [409]],
      ["a device", "hi", { ver: "0.25", dev: "x" }, [200]],
    ];
    expect(await tryAll(client, rows)).toEqual(rows);
    for (const each of [client, ana.client]) each.end();
  });

  test("[CHAT-W9] topics: coming, going, asking and changing", async () => {
    const [ana, ben] = [await aPerson(wire), await aPerson(wire)];
    const { topic: group = "" } = await ana.client.ask("sub", {
      topic: "new1",
      set: { desc: { public: { fn: "T" } } },
    });
    const all: readonly Row[] = [
      ["an empty group is known", "sub", { topic: group }, [304]],
      ["oneself", "sub", { topic: ana.id }, [403]],
      ["nobody", "sub", { topic: NOBODY }, [404]],
      ["no id", "sub", { topic: "usrwrong" }, [400]],
      ["no group", "sub", { topic: "grpAAAAAAAAAAA" }, [404]],
      ["for another user", "sub", { topic: "new2", set: { sub: { user: ben.id } } }, [400]],
      ["not joined", "leave", { topic: ben.id }, [304]],
      ["not joined, and never", "leave", { topic: ben.id, unsub: true }, [409]],
      ["the owner's group", "leave", { topic: group, unsub: true }, [403]],
      ["say nothing", "pub", { topic: group, content: null }, [202]],
      ["say into the blue", "pub", { topic: ben.id, content: "x" }, [409]],
      ["say to the service", "pub", { topic: "sys", content: "x" }, [202]],
      ["listen to the service", "sub", { topic: "sys" }, [403]],
      ["me", "sub", { topic: "me" }, [200]],
      ["me for good", "leave", { topic: "me", unsub: true }, [403]],
      ["say to me", "pub", { topic: "me", content: "x" }, [403]],
      ["what me has said", "get", { topic: "me", what: "data" }, [403]],
      ["fnd", "sub", { topic: "fnd" }, [200]],
      ["fnd for good", "leave", { topic: "fnd", unsub: true }, [403]],
      ["nobody is looked for", "get", { topic: "fnd", what: "sub" }, [204]],
      ["data", "get", { topic: group, what: "data" }, [208]],
      ["no data", "get", { topic: group, what: "data", data: { since: 99 } }, [204]],
      ["all parts", "get", { topic: group, what: "desc sub del tags aux" }, ["meta", "meta", 204, 204, 204]],
      ["only nonsense", "get", { topic: group, what: "weather" }, [400]],
      [
        "ims of data",
        "get",
        { topic: group, what: "data", data: { ims: "2026-01-01T00:00:00.000Z" } },
        [400],
      ],
      ["inside, from outside", "get", { topic: ben.id, what: "data" }, [403]],
      ["no subscription", "get", { topic: ben.id, what: "sub" }, [404]],
      ["nothing to set", "set", { topic: group }, [400]],
      ["the same again", "set", { topic: group, desc: { public: { fn: "T" } } }, [304]],
      ["two parts", "set", { topic: group, desc: { public: { fn: "U" } }, tags: ["ward"] }, [200, 200]],
      ["invite", "set", { topic: group, sub: { user: ben.id, mode: "JRP" } }, [200]],
      ["demote oneself", "set", { topic: group, sub: { user: ana.id, mode: "JR" } }, [403]],
      ["the public of me that is not mine", "set", { topic: ben.id, desc: { public: { fn: "X" } } }, [404]],
    ];
    expect(await tryAll(ana.client, all)).toEqual(all);
    const guest: readonly Row[] = [
      ["invited", "sub", { topic: group }, [200]],
      ["without W", "pub", { topic: group, content: "x" }, [403]],
      ["rights of others", "set", { topic: group, sub: { user: ana.id, mode: "J" } }, [403]],
      ["the name of the group", "set", { topic: group, desc: { public: { fn: "Mine" } } }, [403]],
      ["tags of the group", "get", { topic: group, what: "tags" }, [403]],
      ["put the owner out", "del", { topic: group, what: "sub", user: ana.id }, [403]],
      ["leave", "leave", { topic: group }, [200]],
      ["leave again", "leave", { topic: group }, [304]],
      ["delete unheard", "del", { topic: group, what: "msg", delseq: [{ low: 1 }] }, [409]],
      ["tags from outside", "set", { topic: group, tags: ["x1"] }, [403]],
    ];
    expect(await tryAll(ben.client, guest)).toEqual(guest);
    for (const { client } of [ana, ben]) client.end();
  });
});

describe.each(WIRES)("over a %s", (wire) => {
  test("[CHAT-W9] deleting, and what a deleted topic answers", async () => {
    const [ana, ben] = [await aPerson(wire), await aPerson(wire)];
    const { topic = "" } = await ana.client.ask("sub", { topic: "new1" });
    await ana.client.ask("set", { topic, sub: { user: ben.id } });
    await ben.client.ask("sub", { topic });
    for (const content of ["one", "two", "three"]) await ana.client.ask("pub", { topic, content });
    const owner: readonly Row[] = [
      ["nothing", "del", { topic, what: "msg", delseq: [] }, [400]],
      ["what nobody has said", "del", { topic, what: "msg", delseq: [{ low: 90 }] }, [400]],
      ["too large a number", "del", { topic, what: "msg", delseq: [{ low: 1, hi: 2 ** 53 }] }, [400]],
      ["the weather", "del", { topic, what: "weather" }, [400]],
      ["one", "del", { topic, what: "msg", delseq: [{ low: 2 }], hard: true }, [200]],
      ["what is gone", "get", { topic, what: "del" }, ["meta"]],
      ["oneself", "del", { topic, what: "sub", user: ana.id }, [403]],
      ["a member", "del", { topic, what: "sub", user: ben.id }, [200]],
      ["nobody of the group", "del", { topic, what: "sub", user: NOBODY }, [304]],
      ["the topic", "del", { topic, what: "topic" }, [200]],
      ["the topic again", "del", { topic, what: "topic" }, [304]],
      ["come back", "sub", { topic }, [404]],
    ];
    expect(await tryAll(ana.client, owner)).toEqual(owner);
    expect(await ben.client.next((frame) => "ctrl" in frame && frame.ctrl.code === 205)).toMatchObject({
      ctrl: { text: "evicted", topic, params: { unsub: true } },
    });
    for (const { client } of [ana, ben]) client.end();
  });

  test("[CHAT-W9] what has no id, and what cannot be read", async () => {
    const { client } = await aPerson(wire);
    const { topic = "" } = await client.ask("sub", { topic: "new1" });
    const from = client.frames.length;
    const answers = () =>
      client.frames.slice(from).flatMap((frame) => ("ctrl" in frame && !frame.ctrl.id ? [frame.ctrl] : []));
    for (const frame of [
      { pub: { topic, content: "unacknowledged", noecho: true } },
      { note: { topic, what: "kp" } },
      { leave: { topic } },
    ])
      client.sendText(JSON.stringify(frame));
    await client.next(() => answers().length === 1);
    for (const text of ['{"login":{"id":"x","scheme":"basic","secret":"***"}}', "{"]) client.sendText(text);
    await client.next(() => answers().length === 3);
    expect(answers().map(({ code }) => code)).toEqual([200, 400, 400]);
    expect(answers().every(({ ts }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(ts))).toBe(true);
    client.end();
  });
});
