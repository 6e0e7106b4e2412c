import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_KEY, createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createTinodeClient, PUBLIC_API_KEY, type TinodeClient } from "../testing/tinode-client.ts";

let world: TestApp;
let origin: string;
const clients: TinodeClient[] = [];

interface Colleague {
  readonly client: TinodeClient;
  readonly token: string;
  readonly id: string;
}

beforeAll(async () => {
  world = await createTestApp({ env: { OFFHOOK_DEMO: "1" } });
  origin = await world.listen();
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await world.close();
});

async function colleague(username: string): Promise<Colleague> {
  const { id } = await world.database.query
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
  const token = await world.signIn(id);
  const client = createTinodeClient(origin);
  clients.push(client);
  await client.connect();
  await client.login("bearer", Buffer.from(`${APP_KEY}:${token}`).toString("base64"));
  return { client, token, id: client.getCurrentUserID() };
}

interface Envelope {
  readonly error: { readonly code: string } | null;
  readonly result: { readonly total: number };
}

async function call({ token }: Colleague, method: string, path: string, body?: unknown): Promise<Envelope> {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "x-app-key": APP_KEY,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Envelope;
}

test("[CHAT-B1] messages of the user's own topics are found by words, until they are deleted", async () => {
  const [maya, ines, dev] = [
    await colleague("maya@harborlight.example"),
    await colleague("ines@harborlight.example"),
    await colleague("dev@harborlight.example"),
  ];
  const topic = maya.client.getTopic(ines.id);
  await topic.subscribe();
  const { params } = await topic.publish("The quarterly zebra report", false);
  const first = Number(params?.seq);
  const reply = topic.createMessage({ txt: "Zebras are late" }, false);
  reply.head = { ...reply.head, reply: `:${first}` };
  await topic.publishMessage(reply);

  const found = await call(ines, "GET", "/teams/search?Term=zebra&Size=12&From=0");
  expect(found.result).toMatchObject({
    total: 2,
    messages: [
      { topic: maya.id, text: "Zebras are late", reply: first, from: maya.id },
      { topic: maya.id, text: "The quarterly zebra report", reply: null },
    ],
  });
  expect((await call(ines, "GET", `/teams/search?Term=zebra&Topic=${dev.id}`)).result.total).toBe(0);
  expect((await call(dev, "GET", "/teams/search?Term=zebra")).result.total).toBe(0);
  expect((await call(ines, "GET", "/teams/search?Term=%27%29%20%7C%20%28")).result.total).toBe(0);
  await topic.delMessagesList([first, first + 1], true);
  expect((await call(ines, "GET", "/teams/search?Term=zebra")).result.total).toBe(0);
});

test("[CHAT-B2] marking all as read moves every receipt, and the other side sees it", async () => {
  const [maya, ines] = [
    await colleague("maya@harborlight.example"),
    await colleague("ines@harborlight.example"),
  ];
  const topic = maya.client.getTopic(ines.id);
  await topic.subscribe();
  const { params } = await topic.publish("read me", false);
  const read = new Promise((resolve) => {
    topic.onInfo = (info) => info.what === "read" && resolve(info);
  });
  expect(await call(ines, "PUT", "/teams/read")).toMatchObject({ error: null });
  expect(await read).toMatchObject({ from: ines.id, seq: params?.seq });
});

test("[CHAT-B3] a nickname can be taken away, and without chat there is none", async () => {
  const maya = await colleague("maya@harborlight.example");
  expect(await call(maya, "PUT", "/teams/set-nickname", { nickname: "May", fn: "Maya" })).toMatchObject({
    error: null,
  });
  await call(maya, "PUT", "/teams/set-nickname", { nickname: "" });
  const tom = await world.signIn(
    (
      await world.database.query
        .selectFrom("users")
        .select("id")
        .where("username", "=", "tom@harborlight.example")
        .executeTakeFirstOrThrow()
    ).id,
  );
  expect((await call({ ...maya, token: tom }, "GET", "/teams/search?Term=x")).error).not.toBeNull();
});

const upload = (body: FormData | string | undefined, headers: Record<string, string>): Promise<Response> =>
  fetch(`${origin}/v0/file/u/`, { method: "POST", headers, ...(body === undefined ? {} : { body }) });

test("[CHAT-B4] uploads without key, login or file, or too large, are refused and leave nothing", async () => {
  const maya = await colleague("maya@harborlight.example");
  const key = { "x-tinode-apikey": PUBLIC_API_KEY };
  const auth = { ...key, "x-tinode-auth": `Token ${maya.client.getAuthToken().token}` };
  const form = (content: string | Uint8Array<ArrayBuffer>, field = "file"): FormData => {
    const data = new FormData();
    data.append("id", "42");
    data.append(field, new Blob([content]), "a.txt");
    return data;
  };
  const statusOf = async (answer: Promise<Response>): Promise<number> => (await answer).status;
  expect(await statusOf(upload(form("x"), {}))).toBe(403);
  expect(await statusOf(upload(form("x"), key))).toBe(401);
  expect(await statusOf(upload(form("x"), { ...key, "x-tinode-auth": "Token AAAA" }))).toBe(400);
  expect(await statusOf(upload(form("x", "other"), auth))).toBe(400);
  expect(await statusOf(upload("no form", auth))).toBe(400);
  expect(await statusOf(upload(form(new Uint8Array(8_388_609)), auth))).toBe(413);
  const kept = await world.database.query
    .selectFrom("chat_files")
    .select("key")
    .where("name", "=", "a.txt")
    .execute();
  expect(kept).toEqual([]);
  const good = await (await upload(form("hello"), auth)).json();
  expect(good).toMatchObject({
    ctrl: { id: "42", code: 200, params: { url: expect.stringMatching(/\.txt$/) } },
  });
});

test("[CHAT-B6] what stands behind the file in a form is read too, and bytes that say nothing are what the client says", async () => {
  const maya = await colleague("maya@harborlight.example");
  const auth = {
    "x-tinode-apikey": PUBLIC_API_KEY,
    "x-tinode-auth": `Token ${maya.client.getAuthToken().token}`,
  };
  const typeOf = async (content: Uint8Array<ArrayBuffer>, type: string): Promise<string | null> => {
    const form = new FormData();
    form.append("file", new Blob([content], { type }), "a.bin");
    form.append("id", "43");
    const { ctrl } = (await (await upload(form, auth)).json()) as {
      ctrl: { id: string; params: { url: string } };
    };
    expect(ctrl.id).toBe("43");
    const file = await fetch(`${origin}${ctrl.params.url}`, { headers: auth });
    expect(file.headers.get("content-disposition")).toContain("attachment");
    return file.headers.get("content-type");
  };
  const noise = new Uint8Array([0, 255, 1, 254, 2, 253]);
  expect(await typeOf(noise, "application/vnd.ms-excel")).toBe("application/vnd.ms-excel");
  expect(await typeOf(noise, "text/html")).toBe("application/octet-stream");
  expect(await typeOf(noise, "image/png")).toBe("application/octet-stream");
});

test("[CHAT-B7] colleagues see a user's picture, and members that of their team", async () => {
  const [maya, ines] = [
    await colleague("maya@harborlight.example"),
    await colleague("ines@harborlight.example"),
  ];
  const headersOf = ({ client }: Colleague): Record<string, string> => ({
    "x-tinode-apikey": PUBLIC_API_KEY,
    "x-tinode-auth": `Token ${client.getAuthToken().token}`,
  });
  const statusFor = async (person: Colleague, url: string): Promise<number> =>
    (await fetch(`${origin}${url}`, { headers: headersOf(person) })).status;
  const file = (): Promise<string> => maya.client.getLargeFileHelper().upload(new Blob(["face"]));
  const [face, sign] = [await file(), await file()];
  expect(await statusFor(ines, face)).toBe(403);
  const me = maya.client.getMeTopic();
  await me.subscribe();
  await me.setMeta({ desc: { public: { photo: { ref: face } } }, attachments: [face] });
  expect(await statusFor(ines, face)).toBe(200);
  const team = maya.client.getTopic(maya.client.newGroupTopicName(false));
  await team.subscribe(undefined, {
    desc: { public: { fn: "Night", photo: { ref: sign } } },
    attachments: [sign],
  });
  expect(await statusFor(ines, sign)).toBe(403);
  await team.invite(ines.id, "JRWP");
  expect(await statusFor(ines, sign)).toBe(200);
});

test("[CHAT-B7] a team's picture is set and removed again, and a member sees both", async () => {
  const [maya, ines] = [
    await colleague("maya@harborlight.example"),
    await colleague("ines@harborlight.example"),
  ];
  const team = maya.client.getTopic(maya.client.newGroupTopicName(false));
  await team.subscribe(undefined, { desc: { public: { fn: "Night" } } });
  await team.invite(ines.id, "JRWP");
  // Each time with a client that knows nothing yet: one that does adds to what it has seen.
  const photoOf = async (): Promise<unknown> => {
    const { client } = await colleague("ines@harborlight.example");
    const seen = client.getTopic(team.name);
    await seen.subscribe();
    await seen.getMeta(seen.startMetaQuery().withDesc().build());
    expect(seen.public).toMatchObject({ fn: "Night" });
    return Reflect.get(seen.public ?? {}, "photo");
  };
  expect(await photoOf()).toBeUndefined();
  const sign = await maya.client.getLargeFileHelper().upload(new Blob(["sign"]));
  await team.setMeta({ desc: { public: { photo: { ref: sign } } }, attachments: [sign] });
  expect(await photoOf()).toMatchObject({ ref: sign });
  await team.setMeta({ desc: { public: { photo: "\u2421" } } });
  expect(await photoOf()).toBeUndefined();
});

test("[CHAT-B8] the wrong method and too long a frame are refused in the protocol's words", async () => {
  const query = `apikey=${PUBLIC_API_KEY}`;
  const ctrlOf = async (path: string, init: RequestInit): Promise<unknown> =>
    (await fetch(`${origin}${path}?${query}`, init)).json();
  expect(await ctrlOf("/v0/file/u/", { method: "GET" })).toMatchObject({ ctrl: { code: 405 } });
  expect(await ctrlOf("/v0/file/s/x.png", { method: "DELETE" })).toMatchObject({ ctrl: { code: 405 } });
  expect(await ctrlOf("/v0/channels/lp", { method: "PUT" })).toMatchObject({ ctrl: { code: 405 } });
  expect(await ctrlOf("/v0/file/s/none.png", { method: "GET" })).toMatchObject({ ctrl: { code: 401 } });
  expect(await ctrlOf("/v0/file/u/", { method: "POST" })).toMatchObject({ ctrl: { code: 401 } });
  const body = "x".repeat(131_073);
  expect(await ctrlOf("/v0/channels/lp", { method: "POST", body })).toMatchObject({ ctrl: { code: 413 } });
});

test("[CHAT-B5] long polling knows its sessions", async () => {
  const poll = (query: string): Promise<Response> =>
    fetch(`${origin}/v0/channels/lp?${query}`, { method: "POST" });
  expect((await poll("")).status).toBe(403);
  const opened = await poll(`apikey=${PUBLIC_API_KEY}`);
  expect(opened.status).toBe(201);
  expect(await opened.json()).toMatchObject({ ctrl: { params: { sid: expect.stringMatching(/.{20,}/) } } });
  expect((await poll(`apikey=${PUBLIC_API_KEY}&sid=nobody`)).status).toBe(403);
});
