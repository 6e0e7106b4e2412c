import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type ChatServer, startChatServer } from "../testing/chat-server.ts";
import {
  createTinodeClient,
  PUBLIC_API_KEY,
  type TinodeClient,
  type TinodeTopic,
} from "../testing/tinode-client.ts";
import { setChatLevel } from "./chat-login-repository.ts";
import { addChatRoot } from "./chat-roots.ts";

let server: ChatServer;
const clients: TinodeClient[] = [];
const sockets: WebSocket[] = [];

beforeAll(async () => {
  server = await startChatServer(["email"]);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => server.close());

async function aClient(): Promise<TinodeClient> {
  const client = createTinodeClient(server.origin);
  clients.push(client);
  await client.connect();
  return client;
}

/** The code in the newest mail of this subject to this address; mails go out a moment after the answer. */
async function codeIn(subject: string, to: string, skip: number = 0): Promise<string> {
  const fitting = () => server.mails.filter((mail) => mail.to === to && mail.subject === subject).slice(skip);
  await expect.poll(() => fitting().length, { timeout: 20_000 }).toBeGreaterThan(0);
  return /\b\d{6}\b/.exec(fitting().at(-1)?.text ?? "")?.[0] ?? "";
}

const confirmation = (to: string): Promise<string> => codeIn("Confirm your address", to);
const email = (val: string) => [{ meth: "email", val }];
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** A user who has confirmed an address. */
async function aPerson(login: string): Promise<TinodeClient> {
  const client = await aClient();
  const address = `${login}@phone.example`;
  await client.createAccountBasic(login, `secret-${login}`, { public: { fn: login }, cred: email(address) });
  const resp = await confirmation(address);
  expect(await client.loginBasic(login, `secret-${login}`, [{ meth: "email", resp }])).toMatchObject({
    code: 200,
  });
  return client;
}

/** What the stock client lists, once the service has answered. */
async function credentialsOf(me: TinodeTopic): Promise<unknown> {
  const listed = new Promise<unknown>((resolve) => {
    me.onCredsUpdated = resolve;
  });
  await me.getMeta(me.startMetaQuery().withCred().build());
  return listed;
}

test("[CHAT-K9] a new account gives an address, and comes in with the code that was mailed there", async () => {
  const client = await aClient();
  await expect(client.createAccountBasic("ana", "secret-ana", {})).rejects.toMatchObject({ code: 422 });
  expect(client.getServerInfo()).toMatchObject({ reqCred: { auth: ["email"] } });
  const wrong = { cred: email("nonsense") };
  await expect(client.createAccountBasic("ana", "secret-ana", wrong)).rejects.toMatchObject({ code: 400 });
  const params = { public: { fn: "Ana" }, cred: email("Ana@phone.example") };
  expect(await client.createAccountBasic("ana", "secret-ana", params)).toMatchObject({
    code: 300,
    text: "validate credentials",
    params: { cred: ["email"], user: expect.stringMatching(/^usr/), desc: { public: { fn: "Ana" } } },
  });
  expect(client.isAuthenticated()).toBe(false);
  await expect(client.getMeTopic().subscribe()).rejects.toMatchObject({ code: 401 });
  const { token } = client.getAuthToken();
  const guess = [{ meth: "email", resp: "nonsense" }];
  expect(await client.loginBasic("ana", "secret-ana", guess)).toMatchObject({ code: 300 });
  const resp = await confirmation("ana@phone.example");
  expect(await client.loginToken(token, [{ meth: "email", resp }])).toMatchObject({ code: 200 });
  expect(client.isAuthenticated()).toBe(true);
  const again = await aClient();
  expect(await again.loginBasic("ana", "secret-ana")).toMatchObject({ code: 200 });
});

test("[CHAT-K1] another address is added, confirmed and removed on me; the last one stays", async () => {
  const client = await aPerson("ben");
  const me = client.getMeTopic();
  await me.subscribe(me.startMetaQuery().withTags().withCred().build());
  await me.setMeta({ cred: { meth: "email", val: "second@phone.example" } });
  expect(await credentialsOf(me)).toEqual([
    { meth: "email", val: "ben@phone.example", done: true },
    { meth: "email", val: "second@phone.example" },
  ]);
  const wrong = me.setMeta({ cred: { meth: "email", resp: "nonsense" } });
  await expect(wrong).rejects.toMatchObject({ code: 406 });
  const resp = await confirmation("second@phone.example");
  expect(await me.setMeta({ cred: { meth: "email", resp } })).toMatchObject({ code: 200 });
  expect(await me.delCredential("email", "ben@phone.example")).toMatchObject({ code: 200 });
  expect(await credentialsOf(me)).toEqual([{ meth: "email", val: "second@phone.example", done: true }]);
  await expect(me.delCredential("email", "second@phone.example")).rejects.toMatchObject({ code: 422 });
  const taken = (await aClient()).createAccountBasic("eve", "secret-eve", {
    cred: email("second@phone.example"),
  });
  await expect(taken).rejects.toMatchObject({ code: 409 });
});

test("[CHAT-K12] a forgotten password is set anew with a code, and the name may change with it", async () => {
  await aPerson("cem");
  const client = await aClient();
  const ask = (): Promise<unknown> => client.requestResetAuthSecret("basic", "email", "cem@phone.example");
  expect(await ask()).toMatchObject({ code: 301 });
  expect(await client.requestResetAuthSecret("basic", "email", "nobody@phone.example")).toMatchObject({
    code: 301,
  });
  await expect(client.requestResetAuthSecret("basic", "pigeon", "coo")).rejects.toMatchObject({ code: 501 });
  const code = await codeIn("Reset your chat password", "cem@phone.example");
  const by = (text: string) => ({ scheme: "code", secret: base64(`${text}:email:cem@phone.example`) });
  const wrong = client.updateAccountBasic("", "", "new-secret", by("nonsense"));
  await expect(wrong).rejects.toMatchObject({ code: 401 });
  expect(await client.updateAccountBasic("", "", "new-secret", by(code))).toMatchObject({ code: 200 });
  const again = client.updateAccountBasic("", "", "other", by(code));
  await expect(again).rejects.toMatchObject({ code: 401 });
  await expect(client.loginBasic("cem", "secret-cem")).rejects.toMatchObject({ code: 401 });
  expect(await client.loginBasic("cem", "new-secret")).toMatchObject({ code: 200 });
  expect(await client.updateAccountBasic("", "cemil", "new-secret")).toMatchObject({ code: 200 });
  const renamed = await aClient();
  expect(await renamed.loginBasic("cemil", "new-secret")).toMatchObject({ code: 200 });
  await aPerson("dora");
  await expect(renamed.updateAccountBasic("", "dora", "new-secret")).rejects.toMatchObject({ code: 409 });
});

interface Answer {
  readonly ctrl?: {
    readonly id?: string;
    readonly code: number;
    readonly params?: Readonly<Record<string, unknown>>;
  };
}

/** A client that writes its own frames: the stock one never acts for others. */
async function aRawClient(): Promise<
  (frame: object, extra?: object) => Promise<NonNullable<Answer["ctrl"]>>
> {
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/v0/channels?apikey=${PUBLIC_API_KEY}`);
  sockets.push(socket);
  await new Promise((resolve) => socket.once("open", resolve));
  let lastId = 0;
  return (frame, extra) => {
    const [[verb, body] = ["", {}]] = Object.entries(frame);
    const id = `${++lastId}`;
    const answered = new Promise<NonNullable<Answer["ctrl"]>>((resolve) => {
      const hear = (data: unknown): void => {
        const { ctrl } = JSON.parse(String(data)) as Answer;
        if (ctrl?.id !== id) return;
        socket.off("message", hear);
        resolve(ctrl);
      };
      socket.on("message", hear);
    });
    socket.send(JSON.stringify({ [verb]: { id, ...body }, ...(extra && { extra }) }));
    return answered;
  };
}

test("[CHAT-X2] root speaks for a user over the wire, suspends them, and is nothing without the right", async () => {
  const [ines, omar] = [await aPerson("ines"), await aPerson("omar")];
  const [from, to] = [ines.getCurrentUserID(), omar.getCurrentUserID()];
  const topic = omar.getTopic(from);
  await topic.subscribe();
  const passwordHash = await server.hashPassword("secret-root");
  await addChatRoot(server.database, { login: "root", passwordHash, at: Date.now() });
  const ask = await aRawClient();
  await ask({ hi: { ver: "0.25.3" } });
  const login = { scheme: "basic", secret: base64("root:secret-root") };
  // Root, too, has to be reachable where that is required.
  expect(await ask({ login })).toMatchObject({ code: 300 });
  await server.database.query
    .insertInto("chat_credentials")
    .columns(["chat_user_id", "method", "value", "confirmed_at", "created_at"])
    .expression((query) =>
      query
        .selectFrom("chat_logins")
        .select(({ val }) => [
          "chat_user_id",
          val("email").as("method"),
          val("root@phone.example").as("value"),
          val(new Date()).as("confirmed_at"),
          val(new Date()).as("created_at"),
        ])
        .where("login", "=", "root"),
    )
    .execute();
  const signedIn = await ask({ login });
  expect(signedIn).toMatchObject({ code: 200, params: { authlvl: "root" } });
  const heard = new Promise((resolve) => {
    topic.onData = (message) => message && resolve(message);
  });
  expect(await ask({ sub: { topic: to } }, { obo: from })).toMatchObject({ code: 200 });
  expect(await ask({ pub: { topic: to, content: "for Ines" } }, { obo: from })).toMatchObject({ code: 202 });
  const root = signedIn.params?.user as string;
  expect(await heard).toMatchObject({ from, content: "for Ines", head: { sender: root } });

  expect(await ask({ acc: { user: from, status: "susp" } })).toMatchObject({ code: 200 });
  await expect((await aClient()).loginBasic("ines", "secret-ines")).rejects.toMatchObject({ code: 403 });
  expect(await ask({ acc: { user: from, status: "ok" } })).toMatchObject({ code: 200 });
  expect(await (await aClient()).loginBasic("ines", "secret-ines")).toMatchObject({ code: 200 });

  await setChatLevel(server.database.query, root, "auth");
  expect(await ask({ sub: { topic: "me" } }, { obo: to })).toMatchObject({ code: 403 });
  const byToken = await aRawClient();
  await byToken({ hi: { ver: "0.25.3" } });
  expect(await byToken({ login: { scheme: "token", secret: signedIn.params?.token } })).toMatchObject({
    code: 200,
    params: { authlvl: "auth" },
  });
});
