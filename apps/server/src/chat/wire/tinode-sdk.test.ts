import { afterAll, beforeAll, expect, test } from "vitest";
import { APP_KEY, createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  createTinodeClient,
  PUBLIC_API_KEY,
  type TinodeClient,
  type TinodeMessage,
  type TinodeTopic,
} from "../testing/tinode-client.ts";

let world: TestApp;
let origin: string;
const clients: TinodeClient[] = [];
let lastNumber = 0;

beforeAll(async () => {
  world = await createTestApp({ env: { OFFHOOK_DEMO: "1" } });
  origin = await world.listen();
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await world.close();
});

interface Person {
  readonly client: TinodeClient;
  readonly id: string;
  readonly login: string;
}

async function aPerson(name: string, transport: "ws" | "lp" = "ws"): Promise<Person> {
  const client = createTinodeClient(origin, transport);
  clients.push(client);
  await client.connect();
  const login = `${name.toLowerCase()}${++lastNumber}`;
  await client.createAccountBasic(login, `secret-${login}`, {
    public: { fn: name },
    tags: [`tag${lastNumber}`],
    login: true,
  });
  return { client, id: client.getCurrentUserID(), login };
}

/** What the topic of this client shows, edits applied by the stock client itself. */
function contents(topic: TinodeTopic): unknown[] {
  const shown: unknown[] = [];
  topic.messages((message) => {
    shown.push(message.content);
  });
  return shown;
}

function allParts(topic: TinodeTopic): unknown {
  return topic.startMetaQuery().withDesc().withSub().withData().withAux().build();
}

/** The description comes after the answer to the subscription. */
async function withDescription(topic: TinodeTopic, ask: () => Promise<unknown>): Promise<void> {
  const described = new Promise<void>((resolve) => {
    topic.onMetaDesc = () => resolve();
  });
  await ask();
  await described;
}

const nextData = (topic: TinodeTopic, matches: (message: TinodeMessage) => boolean): Promise<TinodeMessage> =>
  new Promise((resolve) => {
    topic.onData = (message) => {
      if (message && matches(message)) resolve(message);
    };
  });

test("[CHAT-W1] the stock client makes accounts, signs in by name and by token, and knows the limits", async () => {
  const { client, id, login } = await aPerson("Ana");
  expect(id).toMatch(/^usr/);
  expect(client.getServerInfo()).toMatchObject({ maxMessageSize: 131_072, maxFileUploadSize: 8_388_608 });
  const again = createTinodeClient(origin);
  clients.push(again);
  await again.connect();
  await expect(again.loginBasic(login, "wrong")).rejects.toMatchObject({ code: 401 });
  expect(await again.loginBasic(login, `secret-${login}`)).toMatchObject({ code: 200 });
  const byToken = createTinodeClient(origin);
  clients.push(byToken);
  await byToken.connect();
  await byToken.loginToken(client.getAuthToken().token);
  expect(byToken.getCurrentUserID()).toBe(id);
  const taken = createTinodeClient(origin);
  clients.push(taken);
  await taken.connect();
  await expect(taken.createAccountBasic(login, "another", {})).rejects.toMatchObject({ code: 409 });
});

test("[CHAT-W2] two stock clients talk: messages, typing, receipts, edits and deletions", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  await ben.client
    .getMeTopic()
    .subscribe(ben.client.getMeTopic().startMetaQuery().withDesc().withSub().build());
  const atAna = ana.client.getTopic(ben.id);
  await atAna.subscribe(allParts(atAna));
  const atBen = ben.client.getTopic(ana.id);
  await atBen.subscribe(allParts(atBen));

  const heard = nextData(atBen, ({ content }) => content === "hello");
  const sent = await atAna.publish("hello", false);
  expect(sent).toMatchObject({ code: 202, params: { seq: 1 } });
  expect(await heard).toMatchObject({ seq: 1, from: ana.id, ts: expect.any(Date) });

  const typed = new Promise((resolve) => {
    atBen.onInfo = (info) => info.what === "kp" && resolve(info);
  });
  atAna.noteKeyPress();
  expect(await typed).toMatchObject({ from: ana.id });

  const read = new Promise((resolve) => {
    atAna.onInfo = (info) => info.what === "read" && resolve(info);
  });
  atBen.noteRead(1);
  expect(await read).toMatchObject({ from: ben.id, seq: 1 });

  const edit = atAna.createMessage("hello again", false);
  edit.head = { ...edit.head, replace: ":1" };
  const edited = nextData(atBen, ({ head }) => head?.replace === ":1");
  await atAna.publishMessage(edit);
  expect(await edited).toMatchObject({ content: "hello again" });
  const foreign = atBen.createMessage("not mine", false);
  foreign.head = { ...foreign.head, replace: ":1" };
  // The stock client keeps a refused message as failed instead of throwing.
  expect(await atBen.publishMessage(foreign)).toBeUndefined();

  const gone = new Promise((resolve) => {
    atBen.onPres = (pres) => pres.what === "del" && resolve(pres);
  });
  await atAna.delMessagesList([1, 2], true);
  expect(await gone).toMatchObject({ delseq: [{ low: 1, hi: 3 }] });
});

test("[CHAT-W3] a group: invite, system messages, rights, removal, and its end", async () => {
  const [ana, ben, cem] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cem")];
  const group = ana.client.getTopic(ana.client.newGroupTopicName(false));
  await group.subscribe(allParts(group), { desc: { public: { fn: "Nurses" } }, tags: [] });
  expect(group.name).toMatch(/^grp/);
  const joined = nextData(group, ({ head }) => head?.["x-system"] !== undefined);
  await group.invite(ben.id, "JRWP");
  expect(await joined).toMatchObject({
    from: ana.id,
    content: "Ana added Ben",
    head: { "x-system": { event: "UserJoinedGroup", UserID: ben.id, ActorID: ana.id } },
  });
  const atBen = ben.client.getTopic(group.name);
  await withDescription(atBen, () => atBen.subscribe(allParts(atBen)));
  expect(atBen.public).toEqual({ fn: "Nurses" });
  await cem.client.getTopic(group.name).subscribe();
  await group.publish("welcome", false);
  await expect(atBen.setMeta({ desc: { public: { fn: "Mine" } } })).rejects.toMatchObject({ code: 403 });
  await group.delSubscription(cem.id);
  await atBen.leave(true);
  await group.delTopic(true);
  await expect(ben.client.getTopic(group.name).subscribe()).rejects.toMatchObject({ code: 404 });
});

test("[CHAT-W4] a file is uploaded, read by those who got it, and by nobody else", async () => {
  const [ana, ben, cem] = [await aPerson("Ana"), await aPerson("Ben"), await aPerson("Cem")];
  const atAna = ana.client.getTopic(ben.id);
  await atAna.subscribe();
  const url = await ana.client.getLargeFileHelper().upload(new Blob(["plain words"], { type: "text/html" }));
  expect(url).toMatch(/^\/v0\/file\/s\//);
  const fetchAs = (person: Person): Promise<Response> =>
    fetch(`${origin}${url}`, {
      headers: {
        "x-tinode-apikey": PUBLIC_API_KEY,
        "x-tinode-auth": `Token ${person.client.getAuthToken().token}`,
      },
    });
  expect((await fetchAs(ben)).status).toBe(403);
  const message = atAna.createMessage({ txt: " ", ent: [{ tp: "EX", data: { ref: url } }] }, false);
  message.head = { ...message.head, attachments: [url] };
  await atAna.publishMessage(message);
  const answer = await fetchAs(ben);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe("plain words");
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  expect((await fetchAs(cem)).status).toBe(403);
  expect((await fetch(`${origin}${url}`)).status).toBe(403);
});

test("[CHAT-W7] a stock client that asks for more than it may still gets the rest, notes of its own and tags", async () => {
  const [ana, ben] = [await aPerson("Ana"), await aPerson("Ben")];
  const group = ana.client.getTopic(ana.client.newGroupTopicName(false));
  await group.subscribe(allParts(group), { desc: { public: { fn: "Nurses" } }, aux: { pins: [1] } });
  await group.publish("welcome", false);
  const atBen = ben.client.getTopic(group.name);
  const heard = nextData(atBen, ({ content }) => content === "welcome");
  // The tags of a group are its owner's.
  await atBen.subscribe(atBen.startMetaQuery().withDesc().withSub().withTags().withAux().withData().build());
  expect(await heard).toMatchObject({ from: ana.id });

  const notes = ana.client.getTopic("slf");
  await notes.subscribe(allParts(notes));
  expect(await notes.publish("buy stamps", false)).toMatchObject({ code: 202, params: { seq: 1 } });

  const finder = ben.client.getFndTopic();
  expect(await finder.checkTagUniqueness("alias:nobody", ben.id)).toBe(true);
  const me = ana.client.getMeTopic();
  await me.subscribe();
  await me.setMeta({ tags: [`basic:${ana.login}`, "alias:ana"] });
  expect(await finder.checkTagUniqueness("alias:ana", ben.id)).toBe(false);
  await expect(me.setMeta({ tags: ["basic:somebody"] })).rejects.toMatchObject({ code: 403 });
});

test("[CHAT-W5] the same over long polling", async () => {
  const [ana, ben] = [await aPerson("Ana", "lp"), await aPerson("Ben")];
  const atAna = ana.client.getTopic(ben.id);
  await atAna.subscribe(allParts(atAna));
  const atBen = ben.client.getTopic(ana.id);
  await atBen.subscribe();
  const heard = nextData(atAna, ({ content }) => content === "hello");
  await atBen.publish("hello", false);
  expect(await heard).toMatchObject({ from: ben.id });
  expect(contents(atAna)).toEqual(["hello"]);
});

test("[CHAT-W6] people of a company sign in with their account, and those without chat do not", async () => {
  const maya = await signInByAccount("maya@harborlight.example");
  const me = maya.getMeTopic();
  await withDescription(me, () => me.subscribe(me.startMetaQuery().withDesc().build()));
  expect(me.public).toMatchObject({ fn: expect.stringContaining("Maya") });
  const finder = maya.getFndTopic();
  await finder.subscribe();
  await finder.setMeta({ desc: { public: "ines" } });
  await finder.getMeta(finder.startMetaQuery().withSub().build());
  const found: unknown[] = [];
  finder.contacts((contact) => found.push(contact));
  expect(found).toHaveLength(1);
  await expect(signInByAccount("tom@harborlight.example")).rejects.toMatchObject({ code: 403 });
});

async function signInByAccount(username: string): Promise<TinodeClient> {
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
  return client;
}
