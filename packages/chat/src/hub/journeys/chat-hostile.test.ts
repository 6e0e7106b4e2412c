import { chatSearchText } from "@offhook/contract";
import { FakeClock } from "@offhook/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import {
  aGroup,
  aHub,
  aUser,
  codes,
  presences,
  type ScriptedClient,
  settle,
  signedInClient,
} from "../../testing/chat-room.ts";
import { MemoryChatStore } from "../../testing/memory-chat-store.ts";
import type { ChatHub } from "../chat-hub.ts";

const [ana, ben] = [aUser(1), aUser(2, { public: { fn: "Ben Miller" } })];
let store: MemoryChatStore;
let hub: ChatHub;
let a: ScriptedClient;
let group: string;

beforeEach(async () => {
  store = new MemoryChatStore();
  for (const user of [ana, ben]) await store.addUser(user);
  hub = aHub(store, new FakeClock(1_700_000_000_000));
  a = await signedInClient(hub, ana, "a");
  group = await aGroup(a);
});

describe("messages", () => {
  test("[CHAT-C4] content that would break its readers is refused, and nothing of it is kept", async () => {
    expect(await a.code("pub", { topic: group, content: { txt: "x", fmt: [null] } })).toBe(400);
    expect(await a.code("get", { topic: group, what: "data" })).toBe(204);
  });

  test("[CHAT-C5] what is nested without end is refused under its id, and what is said next is heard", async () => {
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    for (const frame of [
      `{"pub":{"id":"d","topic":"${group}","content":${deep}}}`,
      `{"set":{"id":"d","topic":"${group}","desc":{"public":${deep}}}}`,
      `{"pub":{"id":"d","topic":"${group}","content":"x","head":{"x":${deep}}}}`,
    ]) {
      a.take();
      hub.receive(a.session, frame);
      expect(a.take()).toMatchObject([{ ctrl: { id: "d", code: 400 } }]);
    }
    expect(await a.code("pub", { topic: group, content: '[[{"\\"' })).toBe(202);
  });

  test("[CHAT-C6] numbers no message can have are malformed", async () => {
    const beyond = 2 ** 53;
    await a.ask("pub", { topic: group, content: "x" });
    expect(await a.code("del", { topic: group, what: "msg", delseq: [{ low: 1, hi: beyond }] })).toBe(400);
    expect(await a.code("get", { topic: group, what: "data", data: { since: beyond } })).toBe(400);
    expect(await a.code("get", { topic: group, what: "del", del: { before: 2 ** 31 } })).toBe(400);
    for (const head of [{ replace: ":999999999999999" }, { "x-reaction": ":4294967296" }, { replace: 7 }])
      expect(await a.code("pub", { topic: group, content: "👍", head })).toBe(202);
  });

  test("[CHAT-M11] what an edit or a reaction points at need not be there", async () => {
    for (const head of [{ replace: ":99" }, { "x-reaction": ":99" }, { "x-reaction": "nothing" }])
      expect(await a.code("pub", { topic: group, content: "👍", head })).toBe(202);
    await a.ask("get", { topic: group, what: "data" });
    await settle();
    const kept = a.take().flatMap((frame) => ("data" in frame ? [frame.data.head] : []));
    expect(kept).toContainEqual({ replace: ":99" });
  });

  test("[CHAT-M12] only the service says who came and went, and who really speaks", async () => {
    const forged = {
      "x-system": { event: "UserLeftGroup", UserID: ben.id, ActorID: ana.id },
      sender: ben.id,
    };
    expect(await a.code("pub", { topic: group, content: "gone", head: { ...forged, reply: ":1" } })).toBe(
      202,
    );
    await settle();
    const [kept] = await store.messages(group, ana.id, { limit: 1 });
    expect(kept?.head).toEqual({ reply: ":1" });
  });

  test("[CHAT-M3] what was edited away is not sent to anybody any more", async () => {
    await a.ask("pub", { topic: group, content: "the password is otter" });
    await a.ask("pub", { topic: group, content: "never mind", head: { replace: ":1" } });
    a.take();
    await a.ask("get", { topic: group, what: "data", data: { ranges: [{ low: 1 }] } });
    expect(JSON.stringify(a.take())).not.toContain("otter");
  });
});

describe("names", () => {
  test("[CHAT-T5] what is no topic is not found", async () => {
    for (const topic of ["grpnope", "nothing", "p2pAAAA", `grp${"A".repeat(11)}`])
      expect(await a.code("sub", { topic })).toBe(404);
    expect(await a.code("sub", { topic: "usrshort" })).toBe(400);
  });

  test("[CHAT-F6] the product finds people, teams and messages by words", async () => {
    await a.ask("pub", { topic: group, content: "the zebra report" });
    await a.ask("sub", { topic: "fnd" });
    const find = async (search: Parameters<typeof chatSearchText>[0]): Promise<unknown> => {
      await a.ask("set", { topic: "fnd", desc: { public: chatSearchText(search) } });
      const answer = await a.ask("get", { topic: "fnd", what: "sub" });
      return "meta" in answer ? answer.meta.sub : [];
    };
    expect(await find({ type: "people", query: "mil" })).toMatchObject([{ topic: ben.id }]);
    expect(await find({ type: "people", query: "" })).toMatchObject([{ topic: ben.id }]);
    expect(await find({ type: "teams", query: "nur" })).toMatchObject([{ topic: group }]);
    expect(await find({ type: "messages", query: "zebra", topics: [group] })).toMatchObject([
      { topic: group, seq: 1, user: ana.id, private: { text: "the zebra report" } },
    ]);
    expect(await find({ type: "messages", query: "zebra", topics: [ben.id] })).toEqual([]);
    expect(await a.code("set", { topic: "fnd", desc: { public: "x-search:{" } })).toBe(400);
    expect(await a.code("set", { topic: "fnd", desc: { public: 'x-search:{"type":"all"}' } })).toBe(400);
  });

  test("[CHAT-O6] a change of one's own wish says nothing of what was given", async () => {
    const other = await signedInClient(hub, ana, "a2");
    await other.ask("sub", { topic: group });
    other.take();
    await a.ask("set", { topic: group, sub: { mode: "-P" } });
    await settle();
    expect(presences(other.take())).toContainEqual(
      expect.objectContaining({ what: "acs", dacs: { want: "-P" } }),
    );
  });
});

test("[CHAT-L1] a client that guesses is cut after a few tries", async () => {
  const stranger = hub.open("s", {
    send: (text) => said.push(JSON.parse(text)),
    close: () => ends.push("end"),
  });
  const said: never[] = [];
  const ends: string[] = [];
  const say = async (frame: object): Promise<void> => {
    hub.receive(stranger, JSON.stringify(frame));
    await settle();
  };
  await say({ hi: { ver: "0.25" } });
  for (let guess = 0; guess < 8; guess++) await say({ login: { scheme: "test", secret: "AAAA" } });
  expect(codes(said)).toEqual([201, 401, 401, 401, 401, 401]);
  expect(ends).toEqual(["end"]);
});
