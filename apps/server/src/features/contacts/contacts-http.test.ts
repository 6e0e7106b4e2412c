import {
  type Contact,
  contactsApi,
  DUPLICATE_CONTACT_TEXT,
  type Person,
  type Timeline,
} from "@offhook/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_PEOPLE } from "../../demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "../../testing/test-app.ts";

const idOf = (handle: string): number => DEMO_PEOPLE.find((person) => person.handle === handle)!.id;

let server: TestApp;
let maya: string;
beforeAll(async () => {
  server = await createTestApp();
  maya = await server.signIn(idOf("maya"));
});
afterAll(() => server.close());

type Name = keyof typeof contactsApi;

async function call(name: Name, options: { query?: Record<string, string>; body?: unknown; token?: string }) {
  const { method, path } = contactsApi[name];
  const response = await server.app.fastify.inject({
    method,
    url: `/api${path}`,
    query: options.query ?? {},
    headers: {
      "x-app-key": APP_KEY,
      authorization: `Bearer ${options.token ?? maya}`,
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
  });
  return { status: response.statusCode, ...response.json() };
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");

test("a contact is added, refused as a duplicate, merged and found by its number", async () => {
  const { result: added } = await call("saveContact", {
    body: { name: "Ana Reyes", work: "(646) 555-0123" },
  });
  expect(added).toEqual({ id: expect.any(Number), message: null, existing: null });
  const { status, error, result } = await call("saveContact", {
    body: { name: "A. Reyes", mobile: "+1 646 555 0123", home: "6465550124" },
  });
  expect({ status, error, result }).toEqual({
    status: 200,
    error: null,
    result: { id: -1, message: DUPLICATE_CONTACT_TEXT, existing: String(added.id) },
  });
  await call("mergeContacts", { body: { id: result.existing, contact: { home: "6465550124" } } });
  const { result: callers } = await call("lookUpNumbers", { body: { numbers: ["16465550124", "102"] } });
  expect(callers).toMatchObject([
    { name: "Ana Reyes", contactId: String(added.id), label: "home" },
    { name: "Dev Patel", source: "corporate", contactId: `-${idOf("dev")}` },
  ]);
});

test("[CON16] one contact, or one colleague, comes with what follows from its fields", async () => {
  const { result: added } = await call("saveContact", {
    body: { name: "Bo Lind", mobile: "(646) 555-0188", work: "442079460120;5" },
  });
  const { result: contact } = await call("getContact", { query: { id: String(added.id) } });
  expect(contact).toMatchObject({
    phones: [
      { label: "mobile", value: "6465550188", formattedValue: "(646) 555-0188" },
      { label: "work", value: "442079460120;5", searchValue: "4420794601205" },
    ],
    extensions: ["5"],
    iconImg: null,
    image: null,
    statusFormattedEmoji: null,
    statusLargeFormattedEmoji: null,
  });
  const { result: people } = await call("listPeople", { query: { type: "corporate" } });
  const listed = people.find((person: Person) => person.statusEmoji !== null && person.photo !== null);
  const { result: colleague } = await call("getContact", { query: { id: listed.id } });
  expect(colleague).toMatchObject({
    extensions: [listed.extension],
    iconImg: expect.stringContaining("/files/"),
    image: expect.stringContaining("/files/"),
    statusFormattedEmoji: { emoji: listed.statusEmoji, size: 24 },
    statusLargeFormattedEmoji: { emoji: listed.statusEmoji, size: 64 },
  });
  expect(listed).not.toHaveProperty("phones");
});

test.each([
  ["A tag has at most 40 characters", "x".repeat(41)],
  ["A contact has at most 20 tags", Array.from({ length: 21 }, (_, index) => `t${index}`).join(",")],
])("[CON18] %s", async (words, tags) => {
  const { status, error, result } = await call("saveContact", { body: { name: "Tagged", tags } });
  expect({ status, result }).toEqual({ status: 400, result: null });
  expect(error.message).toContain(words);
});

test("people of every type come in one list", async () => {
  const { result } = await call("listPeople", { query: { type: "all" } });
  const types = (result as (Person | Contact)[]).map(({ contactType }) => contactType);
  expect(new Set(types)).toEqual(new Set(["corporate", "personal"]));
  const { result: colleagues } = await call("listPeople", {});
  expect(colleagues.every((person: Person) => person.contactType === "corporate")).toBe(true);
});

test("[TIM3] the timeline of a contact, a colleague and a bare number shows the calls of the user's own lines", async () => {
  const { result: book } = await call("syncContacts", {});
  const june = (book.contacts as Contact[]).find(({ name }) => name === "June Park")!;
  const { result } = await call("contactTimeline", { query: { id: june.id, limit: "5" } });
  const timeline = result as Timeline;
  expect(timeline.entries).toHaveLength(5);
  expect(timeline.entries.every(({ number }) => number === "12125550171")).toBe(true);
  expect(timeline.kinds).toContain("call");
  const { result: next } = await call("contactTimeline", {
    query: { id: june.id, limit: "5", before: timeline.next ?? "" },
  });
  const ids = [...timeline.entries, ...next.entries].map(({ id }) => id);
  expect(new Set(ids).size).toBe(10);
  const { result: byNumber } = await call("contactTimeline", {
    query: { number: "(212) 555-0171", limit: "5" },
  });
  expect(byNumber).toEqual(timeline);
  const { result: colleague } = await call("contactTimeline", { query: { id: `-${idOf("dev")}` } });
  expect(colleague.kinds).toContain("call");
  const rae = await server.signIn(idOf("rae"));
  expect((await call("contactTimeline", { query: { id: june.id }, token: rae })).status).toBe(404);
  expect((await call("contactTimeline", { query: { id: `-${idOf("dev")}` }, token: rae })).status).toBe(404);
});

test("a file is previewed and imported, and the import is undone", async () => {
  const file = base64("Name,Work\nImported One,6465550131\nImported Two,6465550132\n");
  const { result: preview } = await call("previewContactImport", { body: { name: "x.csv", file } });
  expect(preview).toMatchObject({ total: 2, ready: 2, failed: 0 });
  const body = { name: "x.csv", file, uuid: "0b1f6f1c-7f0f-4a5e-9d5a-1b2c3d4e5f60" };
  const { result: started } = await call("importContacts", { body });
  await expect
    .poll(async () => (await call("getContactImport", { query: { id: String(started.id) } })).result.state)
    .toBe("done");
  const { result: undone } = await call("undoContactImport", { query: { id: String(started.id) } });
  expect(undone).toMatchObject({ state: "undone", added: 2 });
});

test("[FILE4] a body of two hundred megabytes is refused before it is read", async () => {
  for (const path of ["/contacts/import", "/contacts/import/preview"]) {
    const response = await server.app.fastify.inject({
      method: "POST",
      url: `/api${path}`,
      headers: {
        "x-app-key": APP_KEY,
        authorization: `Bearer ${maya}`,
        "content-type": "application/json",
        "content-length": String(200 * 1024 * 1024),
      },
      payload: "{}",
    });
    expect(response.statusCode).toBe(413);
    expect(response.json().error).toMatchObject({ code: 413 });
  }
});

test("a user without an address book sees none, but callers still have names", async () => {
  const tom = idOf("tom");
  await server.database.query
    .updateTable("users")
    .set({ roles: JSON.stringify({ tc_contacts: "0" }) })
    .where("id", "=", tom)
    .execute();
  const token = await server.signIn(tom);
  for (const name of ["syncContacts", "listContactImports", "searchGoogleContacts"] as const)
    expect(await call(name, { token })).toMatchObject({ status: 403, error: { code: "feature.disabled" } });
  const { result } = await call("listPeople", { query: { type: "all" }, token });
  expect((result as Person[]).every(({ contactType }) => contactType === "corporate")).toBe(true);
  const { result: callers } = await call("lookUpNumbers", { body: { numbers: ["102"] }, token });
  expect(callers).toMatchObject([{ name: "Dev Patel" }]);
});
