import { beforeEach, describe, expect, test } from "vitest";
import { aChatCompany, type ChatCompany } from "../../testing/chat-company.ts";
import {
  aGroup,
  aUser,
  codes,
  datas,
  infos,
  presences,
  ScriptedClient,
  settle,
} from "../../testing/chat-room.ts";

let ana: ChatCompany["ana"];
let ben: ChatCompany["ben"];
let cem: ChatCompany["cem"];
let client: ChatCompany["client"];
let clock: ChatCompany["clock"];
let hub: ChatCompany["hub"];
let store: ChatCompany["store"];

beforeEach(async () => {
  ({ ana, ben, cem, client, clock, hub, store } = await aChatCompany());
});

/** Everything that answers a request, also what comes after the first part. */
async function answers(asker: ScriptedClient, verb: string, body: Readonly<Record<string, unknown>>) {
  asker.take();
  asker.send(verb, { id: "all", ...body });
  await settle();
  return asker.take();
}

describe("frames", () => {
  test.each([
    ["0.25.3", 201],
    ["v0.20", 201],
    ["0.25rc1", 201],
    ["1", 201],
    ["0", 505],
    ["0.9", 505],
    ["", 400],
    ["x.25", 400],
  ])("[CHAT-H3] of a version only two numbers count: %s", async (ver, code) => {
    expect(await new ScriptedClient(hub, "raw").code("hi", { ver })).toBe(code);
  });

  test("[CHAT-H3] a later hi may name another patch of the same version, and a device", async () => {
    const a = await client(ana, "a");
    expect(await a.code("hi", { ver: "0.25.9", dev: "token" })).toBe(200);
    expect(await a.code("hi", { ver: "0.24.3" })).toBe(409);
    expect(await a.code("hi", { ver: "nothing" })).toBe(409);
  });

  test("[CHAT-H4] null is what was left out, but a message may be null", async () => {
    const a = await client(ana, "a");
    expect(await a.code("sub", { topic: "slf", set: null, get: { what: "desc", desc: null } })).toBe(200);
    expect(await a.code("pub", { topic: "slf", content: null, head: null, noecho: null })).toBe(202);
    expect(
      await a.code("set", { topic: "slf", desc: { private: { note: 1 }, public: null }, sub: null }),
    ).toBe(200);
    const page = await answers(a, "get", { topic: "slf", what: "data", data: { since: null, limit: null } });
    expect(datas(page)).toEqual([null]);
  });

  test("[CHAT-H5] an empty set is malformed, on me and fnd too", async () => {
    const a = await client(ana, "a");
    for (const topic of ["me", "fnd"]) await a.ask("sub", { topic, set: {} });
    expect(await a.code("set", { topic: "me" })).toBe(400);
    expect(await a.code("set", { topic: "fnd" })).toBe(400);
    expect(await a.code("set", { topic: "fnd", tags: ["x"] })).toBe(403);
  });
});

describe("parts", () => {
  test("[CHAT-E1] what is refused of a question does not keep the rest from being answered", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a, { aux: { pins: [3] } });
    const joined = await answers(b, "sub", { topic: group, get: { what: "desc tags cred aux data" } });
    expect(joined.filter((frame) => "meta" in frame)).toMatchObject([
      { meta: { desc: { public: { fn: "Nurses" } } } },
      { meta: { aux: { pins: [3] } } },
    ]);
    expect(codes(joined)).toEqual([200, 403, 405, 208]);
    expect(codes(await answers(b, "get", { topic: group, what: "tags sub nonsense" }))).toEqual([403]);
    expect(await b.code("get", { topic: group, what: "nonsense" })).toBe(400);
    await b.ask("sub", { topic: "me" });
    expect(codes(await answers(b, "get", { topic: "me", what: "data tags cred aux" }))).toEqual([
      403, 204, 204, 204,
    ]);
  });

  test("[CHAT-E1] nor what is refused of a change the rest of it", async () => {
    const a = await client(ana, "a");
    const group = await aGroup(a);
    const change = { topic: group, desc: { public: { fn: "Nurses" } }, sub: { mode: "-P" }, tags: ["ward"] };
    expect(codes(await answers(a, "set", change))).toEqual([304, 200, 200]);
    expect(await a.ask("get", { topic: group, what: "desc" })).toMatchObject({
      meta: { desc: { acs: { mode: "JRWASDO" } } },
    });
    await a.ask("sub", { topic: "me" });
    expect(
      codes(await answers(a, "set", { topic: "me", desc: { public: ana.public }, tags: ["x1"] })),
    ).toEqual([304, 200]);
  });

  test("[CHAT-E2] whoever does not listen learns a little, and nothing that is inside", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    const [seen, ...rest] = await answers(b, "get", { topic: group, what: "desc sub" });
    expect(seen).toMatchObject({ meta: { desc: { acs: { mode: "JRWPS" }, public: { fn: "Nurses" } } } });
    expect(seen).not.toHaveProperty("meta.desc.seq");
    expect(codes(rest)).toEqual([404]);
    expect(await b.ask("get", { topic: ana.id, what: "desc" })).toMatchObject({
      meta: { desc: { acs: { mode: "JRWPASD" } } },
    });
    expect(await b.code("get", { topic: group, what: "data" })).toBe(403);
    expect(await b.code("set", { topic: group, desc: { public: { fn: "Mine" } } })).toBe(404);
    await a.ask("leave", { topic: group });
    expect(await a.ask("get", { topic: group, what: "sub" })).toMatchObject({
      meta: { sub: [{ user: ana.id, acs: { mode: "JRWPASDO" } }] },
    });
    expect(await a.code("set", { topic: group, tags: ["ward"] })).toBe(403);
    expect(await a.code("set", { topic: group, desc: { private: { starred: true } } })).toBe(200);
    expect(await a.code("set", { topic: group, desc: { private: { starred: true } } })).toBe(304);
    expect(await a.ask("get", { topic: group, what: "desc" })).toMatchObject({
      meta: { desc: { acs: { mode: "JRWPASDO" }, private: { starred: true } } },
    });
  });
});

describe("ranges", () => {
  test("[CHAT-D6] the end of a range may be zero, and one that makes no sense is refused", async () => {
    const a = await client(ana, "a");
    await a.ask("sub", { topic: "slf" });
    for (let number = 1; number <= 5; number++) await a.ask("pub", { topic: "slf", content: number });
    expect(await a.code("del", { topic: "slf", what: "msg", delseq: [{ low: 2, hi: 0 }] })).toBe(200);
    for (const delseq of [[], [{ low: 6 }], [{ low: 3, hi: 2 }], [{ hi: 3 }]])
      expect(await a.code("del", { topic: "slf", what: "msg", delseq })).toBe(400);
    const ranges = [{ low: 1, hi: 3 }, { low: 4, hi: 0 }, { low: 90 }];
    expect(datas(await answers(a, "get", { topic: "slf", what: "data", data: { ranges } }))).toEqual([4, 1]);
    expect(
      await a.code("get", { topic: "slf", what: "data", data: { ims: new Date(0).toISOString() } }),
    ).toBe(400);
    expect(await a.code("del", { topic: "slf", what: "everything" })).toBe(400);
  });
});

describe("notes", () => {
  test("[CHAT-R5] what makes no sense is dropped without a word, wherever it is said", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await b.ask("sub", { topic: ana.id });
    for (const each of [a, b]) each.take();
    for (const note of [
      { what: "read" },
      { what: "kp", seq: 4 },
      { what: "data" },
      { what: "call" },
      { what: "x" },
    ])
      a.send("note", { topic: ben.id, ...note });
    for (const what of ["x", "data"]) a.send("note", { topic: cem.id, what });
    await settle();
    expect([...a.take(), ...b.take()]).toEqual([]);
    a.send("note", { topic: ben.id, what: "kp", seq: 0 });
    a.send("note", { topic: ben.id, what: "data", payload: { x: 1 } });
    await settle();
    expect(infos(b.take())).toMatchObject([{ what: "kp" }, { what: "data", payload: { x: 1 } }]);
  });

  test("[CHAT-R6] from outside only a receipt and a ringing phone are heard", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await a.ask("pub", { topic: ben.id, content: "call me" });
    for (const each of [a, b]) each.take();
    b.send("note", { topic: ana.id, what: "recv", seq: 1 });
    b.send("note", { topic: ana.id, what: "call", seq: 1, event: "ringing" });
    b.send("note", { topic: ana.id, what: "call", seq: 1, event: "offer" });
    await settle();
    expect(infos(a.take())).toMatchObject([
      { what: "recv", seq: 1 },
      { what: "call", event: "ringing" },
    ]);
    expect(codes(b.take())).toEqual([409]);
  });
});

describe("presence", () => {
  test("[CHAT-O3] contacts hear of another client of a user, once the user has settled on it", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await a.ask("leave", { topic: ben.id });
    for (const each of [a, b]) await each.ask("sub", { topic: "me" });
    await settle();
    a.take();
    for (const ua of ["phone", "tablet"]) {
      const other = new ScriptedClient(hub, ua);
      await other.ask("hi", { ver: "0.25", ua });
      const secret = ben.id.replaceAll("-", "+").replaceAll("_", "/");
      await other.ask("login", { scheme: "test", secret });
      await other.ask("sub", { topic: "me" });
      clock.advance(3_000);
    }
    clock.advance(3_000);
    await settle();
    expect(presences(a.take())).toEqual([{ topic: "me", src: ben.id, what: "ua", ua: "tablet" }]);
  });

  test("[CHAT-O4] a member who has muted a group still hears that it has another name", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    const group = await aGroup(a);
    await b.ask("sub", { topic: group, set: { sub: { mode: "JRW" } } });
    await b.ask("sub", { topic: "me" });
    await b.ask("leave", { topic: group });
    await settle();
    b.take();
    await a.ask("pub", { topic: group, content: "not heard" });
    await a.ask("set", { topic: group, desc: { public: { fn: "Night nurses" } } });
    expect(presences(b.take())).toEqual([{ topic: "me", src: group, what: "upd" }]);
  });

  test("[CHAT-O5] a user who takes presence out of me and all others look offline to each other", async () => {
    const [a, b] = [await client(ana, "a"), await client(ben, "b")];
    await a.ask("sub", { topic: ben.id });
    await a.ask("leave", { topic: ben.id });
    for (const each of [a, b]) await each.ask("sub", { topic: "me" });
    await settle();
    for (const each of [a, b]) each.take();

    const hidden = { acs: { want: "JS", given: "JPS", mode: "JS" } };
    expect(await b.ask("set", { topic: "me", sub: { mode: "-P" } })).toMatchObject({
      ctrl: { code: 200, params: hidden },
    });
    expect(await b.code("set", { topic: "me", sub: { mode: "JS" } })).toBe(304);
    await settle();
    expect(presences(a.take())).toMatchObject([{ src: ben.id, what: "off" }]);
    expect(await a.ask("get", { topic: "me", what: "sub" })).not.toHaveProperty("meta.sub.0.online");
    expect(await b.ask("get", { topic: "me", what: "desc" })).toMatchObject({ meta: { desc: hidden } });

    // Ben comes and goes unseen, hears of nobody, and is reached all the same.
    hub.close(b.session);
    clock.advance(5_000);
    const again = await client(ben, "b2");
    await again.ask("sub", { topic: "me" });
    hub.close(a.session);
    clock.advance(5_000);
    const a2 = await client(ana, "a2");
    await a2.ask("sub", { topic: "me" });
    await a2.ask("sub", { topic: ben.id });
    await a2.ask("pub", { topic: ben.id, content: "there?" });
    await settle();
    expect(presences(a2.take()).filter(({ what }) => what !== "msg")).toEqual([]);
    expect(presences(again.take()).map(({ what }) => what)).toEqual(["msg"]);

    expect(await again.code("set", { topic: "me", sub: { mode: "" } })).toBe(200);
    await settle();
    expect(presences(a2.take())).toMatchObject([{ src: ben.id, what: "on" }]);
    expect(presences(again.take())).toMatchObject([{ src: ana.id, what: "on" }]);
  });

  test("[CHAT-O5] of me one changes one's own mode alone, and cannot leave it so", async () => {
    const a = await client(ana, "a");
    await a.ask("sub", { topic: "me" });
    expect(await a.code("set", { topic: "me", sub: { user: ben.id, mode: "JP" } })).toBe(403);
    expect(await a.code("set", { topic: "me", sub: { mode: "JPX" } })).toBe(400);
    expect(await a.ask("set", { topic: "me", sub: { mode: "N" } })).toMatchObject({
      ctrl: { params: { acs: { want: "J", mode: "J" } } },
    });
  });

  test("[CHAT-F5] fnd tells who has a tag, for a client that wants one of its own", async () => {
    await store.addUser(aUser(20, { tags: ["alias:nora"] }));
    const a = await client(ana, "a");
    await a.ask("sub", { topic: "fnd" });
    await a.ask("set", { topic: "fnd", desc: { public: "alias:nora" } });
    expect(await a.ask("get", { topic: "fnd", what: "tags" })).toMatchObject({
      meta: { tags: [aUser(20).id] },
    });
    await a.ask("set", { topic: "fnd", desc: { public: "alias:free" } });
    expect(await a.code("get", { topic: "fnd", what: "tags" })).toBe(204);
    await a.ask("set", { topic: "fnd", desc: { public: "one two" } });
    expect(await a.code("get", { topic: "fnd", what: "tags" })).toBe(400);
  });
});
