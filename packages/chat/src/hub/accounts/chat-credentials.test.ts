import { beforeEach, expect, test } from "vitest";
import { aChatCompany, type ChatCompany } from "../../testing/chat-company.ts";
import { aGroup, presences, type ScriptedClient } from "../../testing/chat-room.ts";

let company: ChatCompany;
let a: ScriptedClient;

beforeEach(async () => {
  company = await aChatCompany();
  a = await company.client(company.ana, "a");
  await a.ask("sub", { topic: "me" });
});

const ADDRESS = { meth: "email", val: "ana@phone.example" };
const set = (cred: object) => a.code("set", { topic: "me", cred });
const del = (cred: object) => a.code("del", { topic: "me", what: "cred", cred });

test("[CHAT-K1] an address is asked for, confirmed, found by, listed and removed on me", async () => {
  const { credentials } = company;
  expect(await a.ask("get", { topic: "me", what: "cred" })).toMatchObject({
    ctrl: { code: 204, params: { what: "creds" } },
  });
  expect(await set(ADDRESS)).toBe(200);
  expect(await a.ask("get", { topic: "me", what: "cred" })).toMatchObject({ meta: { cred: [ADDRESS] } });
  expect(await set({ meth: "email", resp: "nonsense" })).toBe(406);
  a.take();
  expect(await set({ meth: "email", resp: credentials.codeSentTo(ADDRESS.val) })).toBe(200);
  expect(presences(a.take())).toMatchObject([{ topic: "me", what: "tags" }]);
  expect(await a.ask("get", { topic: "me", what: "tags" })).toMatchObject({
    meta: { tags: ["email:ana@phone.example"] },
  });
  expect(await a.ask("get", { topic: "me", what: "cred" })).toMatchObject({
    meta: { cred: [{ ...ADDRESS, done: true }] },
  });
  expect(await del(ADDRESS)).toBe(200);
  expect(await a.code("get", { topic: "me", what: "tags" })).toBe(204);
  expect(await a.ask("del", { topic: "me", what: "cred", cred: ADDRESS })).toMatchObject({
    ctrl: { code: 304, text: "no action" },
  });
});

test("[CHAT-K6] what makes no sense is refused as the protocol has it", async () => {
  expect(await set({ meth: "email", val: "nobody" })).toBe(400);
  expect(await set({ val: ADDRESS.val })).toBe(400);
  expect(await set({ meth: "email", resp: "123456" })).toBe(404);
  expect(await set({ meth: "pigeon", val: "coo" })).toBe(200);
  expect(await del({ meth: "pigeon", val: "coo" })).toBe(400);
  expect(await del({ meth: "email" })).toBe(400);
  const group = await aGroup(a);
  expect(await a.code("set", { topic: group, cred: ADDRESS })).toBe(405);
  expect(await a.code("get", { topic: group, what: "cred" })).toBe(405);
  expect(await a.code("del", { topic: group, what: "cred", cred: ADDRESS })).toBe(403);
  await a.ask("leave", { topic: "me" });
  expect(await set(ADDRESS)).toBe(403);
  expect(await del(ADDRESS)).toBe(409);
});

test("[CHAT-K3] an address belongs to one user, who is found by it as it is typed", async () => {
  const { client, ben, ana, credentials } = company;
  await set(ADDRESS);
  await set({ meth: "email", resp: credentials.codeSentTo(ADDRESS.val) });
  const b = await client(ben, "b");
  for (const topic of ["me", "fnd"]) await b.ask("sub", { topic });
  expect(await b.ask("set", { topic: "me", cred: ADDRESS })).toMatchObject({
    ctrl: { code: 409, text: "duplicate credential" },
  });
  await b.ask("set", { topic: "fnd", desc: { public: "Ana@phone.example" } });
  expect(await b.ask("get", { topic: "fnd", what: "sub" })).toMatchObject({
    meta: { sub: [{ user: ana.id, private: ["email:ana@phone.example"] }] },
  });
  expect(await b.code("set", { topic: "me", tags: ["email:ben@phone.example"] })).toBe(403);
});

test("[CHAT-K1] an account asks for a code with acc, too", async () => {
  expect(await a.code("acc", { cred: [ADDRESS] })).toBe(200);
  expect(company.credentials.codeSentTo(ADDRESS.val)).not.toBe("");
  expect(await a.code("acc", {})).toBe(400);
});
