import type { ChatServerFrame } from "@offhook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { aChatCompany, type ChatCompany } from "../../testing/chat-company.ts";
import {
  aGroup,
  aUser,
  codes,
  datas,
  presences,
  type ScriptedClient,
  settle,
} from "../../testing/chat-room.ts";

let company: ChatCompany;
let ana: ChatCompany["ana"];
let ben: ChatCompany["ben"];
let cem: ChatCompany["cem"];
let root: ScriptedClient;

const admin = aUser(9, { customerId: null });

beforeEach(async () => {
  company = await aChatCompany();
  ({ ana, ben, cem } = company);
  await company.store.addUser(admin);
  company.roots.add(admin.id);
  root = await company.client(admin, "root");
});

const asAna = () => ({ obo: ana.id });
const asBen = () => ({ obo: ben.id });

function messages(frames: readonly ChatServerFrame[]) {
  return frames.flatMap((frame) => ("data" in frame ? [frame.data] : []));
}

describe("acting for others", () => {
  test("[CHAT-X1] only root acts for others, and only while being root", async () => {
    const b = await company.client(ben, "b");
    expect(await b.code("sub", { topic: "me" }, asAna())).toBe(403);
    expect(await b.code("sub", { topic: "me" }, { authlevel: "root" })).toBe(403);
    expect(await b.code("sub", { topic: "me" }, { obo: ben.id })).toBe(403);
    expect(await b.code("acc", { scheme: "basic", secret: "OmFiYw==" }, asAna())).toBe(403);
    expect(await b.code("sub", { topic: "me" }, { attachments: [], authlevel: "nonsense" })).toBe(200);
    expect(await root.code("sub", { topic: "me" }, { obo: "nobody" })).toBe(400);
    expect(await root.code("sub", { topic: "me" }, { obo: aUser(77).id })).toBe(404);
    expect(await root.code("sub", { topic: "me" }, asAna())).toBe(200);
    company.roots.delete(admin.id);
    expect(await root.code("sub", { topic: "me" }, asBen())).toBe(403);
  });

  test("[CHAT-X2] what root says for a user comes from that user, with the true speaker in its head", async () => {
    const b = await company.client(ben, "b");
    await b.ask("sub", { topic: ana.id });
    expect(await root.code("pub", { topic: ben.id, content: "hello" }, asAna())).toBe(409);
    expect(await root.code("sub", { topic: ben.id }, asAna())).toBe(200);
    b.take();
    const head = { sender: cem.id, mime: "text/plain" };
    expect(await root.code("pub", { topic: ben.id, content: "hello", head }, asAna())).toBe(202);
    expect(messages(b.take())).toMatchObject([
      { topic: ana.id, from: ana.id, content: "hello", head: { sender: admin.id, mime: "text/plain" } },
    ]);
    expect(messages(root.take())).toMatchObject([{ topic: ben.id, from: ana.id, seq: 1 }]);
    await b.ask("pub", { topic: ana.id, content: "hi Ana", head });
    expect(messages(root.take())).toMatchObject([{ topic: ben.id, from: ben.id, content: "hi Ana" }]);
    expect(messages(b.take())[0]?.head).toEqual({ mime: "text/plain" });
  });

  test("[CHAT-X3] in a topic that root listens to for one user, root speaks for others who may", async () => {
    const a = await company.client(ana, "a");
    const group = await aGroup(a, { desc: { defacs: { auth: "RWP" } } });
    await a.ask("set", { topic: group, sub: { user: ben.id, mode: "JRWP" } });
    expect(await root.code("sub", { topic: group }, { obo: cem.id })).toBe(403);
    expect(await root.code("sub", { topic: group }, asBen())).toBe(200);
    expect(await root.code("sub", { topic: group }, asAna())).toBe(304);
    a.take();
    expect(await root.code("pub", { topic: group, content: "from Ben" }, asBen())).toBe(202);
    expect(await root.code("pub", { topic: group, content: "from Ana" }, asAna())).toBe(202);
    expect(await root.code("pub", { topic: group, content: "from Cem" }, { obo: cem.id })).toBe(403);
    expect(messages(a.take()).map(({ from }) => from)).toEqual([ben.id, ana.id]);
    expect(await root.code("set", { topic: group, desc: { public: { fn: "Porters" } } }, asBen())).toBe(403);
    expect(await root.code("set", { topic: group, desc: { public: { fn: "Porters" } } }, asAna())).toBe(200);
    expect(await root.code("del", { topic: group, delseq: [{ low: 1 }] }, asBen())).toBe(200);
    expect(await root.code("leave", { topic: group, unsub: true }, asBen())).toBe(200);
  });

  test("[CHAT-X4] root listens to the lists of several people at once, and each has a search of its own", async () => {
    const a = await company.client(ana, "a");
    await a.ask("sub", { topic: "me" });
    for (const extra of [asAna(), asBen()]) {
      expect(await root.code("sub", { topic: "me" }, extra)).toBe(200);
      expect(await root.code("sub", { topic: "fnd" }, extra)).toBe(200);
    }
    expect(await root.code("sub", { topic: "me" }, asBen())).toBe(304);
    expect(await root.ask("get", { topic: "me", what: "desc" }, asBen())).toMatchObject({
      meta: { desc: { public: ben.public, state: "ok" } },
    });
    await root.ask("set", { topic: "fnd", desc: { public: "nurse" } }, asAna());
    expect(await root.ask("get", { topic: "fnd", what: "desc" }, asBen())).not.toHaveProperty(
      "meta.desc.public",
    );
    root.take();
    await a.ask("sub", { topic: ben.id });
    expect(presences(root.take())).toMatchObject([
      { topic: "me", src: ben.id, what: "acs" },
      { topic: "me", src: ana.id, what: "acs" },
      { topic: "me", src: ana.id, what: "on" },
      { topic: "me", src: ben.id, what: "on" },
    ]);
    expect(await root.code("leave", { topic: "me" }, asBen())).toBe(200);
    expect(await root.code("leave", { topic: "me" }, asBen())).toBe(304);
    expect(await root.code("get", { topic: "me", what: "desc" }, asAna())).toBe(200);
  });

  test("[CHAT-X5] with the level of root even a closed group opens, and what all may trust is written", async () => {
    const a = await company.client(ana, "a");
    const group = await aGroup(a, { desc: { defacs: { auth: "N" } } });
    const asRoot = { obo: cem.id, authlevel: "root" };
    expect(await root.ask("sub", { topic: group }, asRoot)).toMatchObject({
      ctrl: { code: 200, params: { acs: { given: "JRWPS" } } },
    });
    const trusted = { desc: { trusted: { verified: true } } };
    expect(await a.code("set", { topic: group, ...trusted })).toBe(403);
    expect(await root.code("set", { topic: group, ...trusted }, asAna())).toBe(403);
    const asOwner = { obo: ana.id, authlevel: "root" };
    expect(await root.code("set", { topic: group, ...trusted }, asOwner)).toBe(200);
    expect(await a.ask("get", { topic: group, what: "desc" })).toMatchObject({
      meta: { desc: { trusted: { verified: true } } },
    });
    await root.ask("sub", { topic: "me" }, asOwner);
    expect(await root.code("set", { topic: "me", ...trusted }, asOwner)).toBe(200);
  });
});

describe("what else root may", () => {
  test("[CHAT-X6] everybody tells the service, and root alone hears it", async () => {
    const a = await company.client(ana, "a");
    await company.store.createTopic({
      topic: {
        name: "sys",
        kind: "system",
        customerId: null,
        owner: undefined,
        defacs: { auth: 0, anon: 0 },
        public: undefined,
        trusted: undefined,
        aux: {},
        tags: [],
        seq: 0,
        clear: 0,
        createdAt: 0,
        updatedAt: 0,
        touchedAt: 0,
      },
      subscriptions: [],
    });
    expect(await a.code("sub", { topic: "sys" })).toBe(403);
    expect(await root.ask("sub", { topic: "sys" })).toMatchObject({
      ctrl: { code: 200, topic: "sys", params: { acs: { mode: "JRWPD" } } },
    });
    root.take();
    expect(await a.code("pub", { topic: "sys", content: "help" })).toBe(202);
    expect(messages(root.take())).toMatchObject([{ topic: "sys", from: ana.id, content: "help" }]);
    expect(datas(a.take())).toEqual([]);
  });

  test("[CHAT-X7] root suspends an account: it is out, found by nobody, and nothing is said to it", async () => {
    const [a, b] = [await company.client(ana, "a"), await company.client(ben, "b")];
    for (const topic of ["me", ben.id]) await a.ask("sub", { topic });
    await b.ask("sub", { topic: "me" });
    expect(await a.code("acc", { user: ben.id, status: "susp" })).toBe(403);
    expect(await a.code("acc", { status: "susp" })).toBe(403);
    expect(await root.code("acc", { user: ben.id, status: "away" })).toBe(400);
    expect(await root.code("acc", { user: aUser(77).id, status: "susp" })).toBe(404);
    expect(await root.code("acc", { user: ben.id, status: "ok" })).toBe(304);
    b.take();
    expect(await root.code("acc", { user: ben.id, status: "susp" })).toBe(200);
    expect(codes(b.take())).toEqual([205]);
    expect(b.session.isClosed).toBe(true);
    expect(await a.code("pub", { topic: ben.id, content: "anybody?" })).toBe(403);
    expect(await root.ask("get", { topic: ben.id, what: "desc" }, asAna())).toMatchObject({
      meta: { desc: { state: "susp" } },
    });
    expect(await root.code("acc", { user: ben.id, status: "ok" })).toBe(200);
    expect(await a.code("pub", { topic: ben.id, content: "welcome back" })).toBe(202);
  });

  test("[CHAT-X8] root deletes an account that was made over chat, and no other", async () => {
    const guest = aUser(5, { customerId: null });
    await company.store.addUser(guest);
    const [g, a] = [await company.client(guest, "g"), await company.client(ana, "a")];
    expect(await a.code("del", { what: "user", user: guest.id })).toBe(403);
    expect(await root.code("del", { what: "user", user: ana.id })).toBe(403);
    expect(await root.code("del", { what: "user", user: aUser(77).id })).toBe(404);
    expect(await root.code("del", { what: "user", user: guest.id })).toBe(200);
    await settle();
    expect(g.session.isClosed).toBe(true);
  });
});
