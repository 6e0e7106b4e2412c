import { once } from "node:events";
import { type AnyPushEvent, channelName, PUSH_CLOSE } from "@offhook/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { madeUpEvent } from "../../database/testing/published-events.ts";
import { DEMO_PEOPLE, HARBORLIGHT, JUNIPER } from "../../demo/demo-people.ts";
import { APP_KEY, createTestApp, type TestApp } from "../../testing/test-app.ts";
import { PushClient } from "../testing/push-client.ts";

const idOf = (handle: string): number => DEMO_PEOPLE.find((person) => person.handle === handle)!.id;
const [MAYA, DEV, TOM, SAM] = ["maya", "dev", "tom", "sam"].map(idOf) as [number, number, number, number];

let server: TestApp;
let origin: string;
const clients: PushClient[] = [];
beforeAll(async () => {
  server = await createTestApp({
    env: { ALLOWED_ORIGINS: "https://desk.example", PUBLIC_URL: "https://phone.example" },
  });
  origin = await server.listen();
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.cut();
});
afterAll(() => server.close());

async function aClient(userId: number): Promise<PushClient & { token: string }> {
  const client = new PushClient();
  clients.push(client);
  const token = await server.signIn(userId);
  await client.connect(origin, token);
  return Object.assign(client, { token });
}

const publish = (customerId: number, channel: string, event: AnyPushEvent) =>
  server.database.transaction(async (tx) => tx.publish({ customerId, channel, event: madeUpEvent(event) }));

const call = (
  method: "POST" | "DELETE",
  path: string,
  token: string,
  payload?: object,
  proof: Record<string, string> = {},
) =>
  server.app.fastify.inject({
    method,
    url: `/api${path}`,
    headers: { "x-app-key": APP_KEY, authorization: `Bearer ${token}`, ...proof },
    ...(payload ? { payload } : {}),
  });

test("[PUSH2] a change made over the REST service reaches the user's other devices", async () => {
  const client = await aClient(MAYA);
  await server.signIn(MAYA);
  await client.until(() => client.events.some(({ event }) => event.type === "SESSIONS_CHANGED"));
});

describe("[PUSH2] channels", () => {
  test("follow lines and features, and carry the company where names repeat", async () => {
    const { result } = (
      await call("POST", "/push/login", await server.signIn(TOM), { uuid: "device-1" })
    ).json();
    const channels: { type: string; name: string; channel: string }[] = result.channels;
    expect(channels).toContainEqual({ type: "user", name: String(TOM), channel: `user.${TOM}` });
    expect(channels).toContainEqual({ type: "customer", name: "1", channel: "customer.1" });
    const byType = (type: string) => channels.filter((channel) => channel.type === type);
    expect(byType("fax").length).toBeGreaterThan(0);
    for (const { name, channel } of byType("fax")) expect(channel).toBe(channelName("fax", name));
    for (const { name, channel } of byType("vox")) expect(channel).toBe(`vox.${HARBORLIGHT.id}.${name}`);
    expect(result).toMatchObject({
      subcribe_key: APP_KEY,
      subscribe_key: APP_KEY,
      uuid: "device-1",
      chat: `user.${TOM}`,
      customer_chat: "customer.1",
    });
    expect(result.expire - Date.now() / 1000).toBeGreaterThan(86_300);
  });

  test("of a feature that is switched off are not there", async () => {
    const channelsOf = async () =>
      (await call("POST", "/push/login", await server.signIn(TOM), { uuid: "x" })).json().result.channels;
    const setRoles = async (roles: object): Promise<void> => {
      await server.database.query
        .updateTable("users")
        .set({ roles: JSON.stringify(roles) })
        .where("id", "=", TOM)
        .execute();
    };
    await setRoles({ tc_fax: "0", tc_voicemail: "0" });
    const types = new Set((await channelsOf()).map(({ type }: { type: string }) => type));
    expect(types.has("fax")).toBe(false);
    expect(types.has("vox")).toBe(false);
    await setRoles({});
  });

  test("the ticket of a push login opens the websocket", async () => {
    const { result } = (await call("POST", "/push/login", await server.signIn(MAYA), { uuid: "x" })).json();
    const client = new PushClient();
    clients.push(client);
    await client.connect(origin, result.auth);
    expect(client.frames[0]?.type).toBe("welcome");
  });
});

test("companies hear nothing of each other, whatever the channel is called", async () => {
  const [maya, sam] = [await aClient(MAYA), await aClient(SAM)];
  const channels = [`user.${MAYA}`, `user.${SAM}`, "customer.1", "customer.2"];
  for (const { id } of [HARBORLIGHT, JUNIPER])
    for (const channel of channels) await publish(id, channel, { type: "FENCE", company: id });
  await publish(HARBORLIGHT.id, `user.${MAYA}`, { type: "END" });
  await publish(JUNIPER.id, `user.${SAM}`, { type: "END" });
  for (const client of [maya, sam])
    await client.until(() => client.events.some(({ event }) => event.type === "END"));
  const heard = (client: PushClient) =>
    client.events
      .filter(({ event }) => event.type === "FENCE")
      .map(({ channel, event }) => `${channel} ${event.company}`);
  expect(heard(maya)).toEqual([`user.${MAYA} 1`, "customer.1 1"]);
  expect(heard(sam)).toEqual([`user.${SAM} 2`, "customer.2 2"]);

  maya.send({ type: "subscribe", channels: [`user.${SAM}`, "customer.2"] });
  await maya.until(() => maya.frames.some((frame) => frame.type === "denied"));
  expect(maya.frames.find((frame) => frame.type === "denied")).toEqual({
    type: "denied",
    channels: [`user.${SAM}`, "customer.2"],
  });
});

describe("[PUSH6] sessions", () => {
  test("signing out a device closes its connections", async () => {
    const [here, there] = [await aClient(DEV), await aClient(DEV)];
    const closed = there.closed();
    await call("DELETE", "/sessions", here.token, undefined, await server.prove(here.token));
    expect(await closed).toBe(PUSH_CLOSE.sessionEnded);
    expect(here.raw.readyState).toBe(WebSocket.OPEN);
    const closedHere = here.closed();
    await call("POST", "/logout", here.token);
    expect(await closedHere).toBe(PUSH_CLOSE.sessionEnded);
  });

  test("a token that is no longer good is refused", async () => {
    const client = await aClient(DEV);
    await call("POST", "/logout", client.token);
    const again = new WebSocket(`${origin.replace("http", "ws")}/push`);
    await once(again, "open");
    const closed = once(again, "close");
    again.send(JSON.stringify({ type: "hello", token: client.token }));
    expect((await closed)[0]).toBe(PUSH_CLOSE.sessionEnded);
  });
});

describe("[PUSH5] the door", () => {
  const open = (options: object, path = "/push") =>
    new Promise<number | "open">((resolve) => {
      const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, options);
      socket.on("open", () => {
        socket.terminate();
        resolve("open");
      });
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.on("error", () => {});
    });

  test.each([
    ["none", {}, "open"],
    ["the server's own", () => ({ origin }), "open"],
    ["the public address", { origin: "https://phone.example" }, "open"],
    ["an allowed one", { origin: "https://desk.example" }, "open"],
    ["another", { origin: "https://evil.example" }, 403],
    ["a look-alike", { origin: "https://phone.example.evil.example" }, 403],
    ["nonsense", { origin: "null" }, 403],
    ["the right host with the wrong port", { origin: "http://127.0.0.1:1" }, 403],
  ])("origin %s", async (_name, options, outcome) => {
    expect(await open(typeof options === "function" ? options() : options)).toBe(outcome);
  });

  test("another address has no websocket", async () => {
    expect(await open({}, "/push/more")).toBe(404);
    expect(await open({}, "/api/status")).toBe(404);
  });

  test("frames that are too large or not text close the connection", async () => {
    const large = await aClient(MAYA);
    const closedLarge = large.closed();
    large.raw.send("x".repeat(70_000));
    expect(await closedLarge).toBe(1009);
    const binary = await aClient(MAYA);
    const closedBinary = binary.closed();
    binary.raw.send(Buffer.from("{}"));
    expect(await closedBinary).toBe(PUSH_CLOSE.badFrame);
  });
});

test("[PUSH4] a reader who stops reading costs a bounded amount and misses nothing", async () => {
  const client = await aClient(MAYA);
  const before = client.events.length;
  const text = "x".repeat(20_000);
  client.raw.pause();
  const count = 600;
  const channel = `user.${MAYA}`;
  for (let batch = 0; batch < count / 50; batch++) {
    await server.database.transaction(async (tx) => {
      for (let index = 0; index < 50; index++)
        tx.publish({
          customerId: HARBORLIGHT.id,
          channel,
          event: madeUpEvent({ type: "BULK", index: batch * 50 + index, text }),
        });
    });
  }
  const paused = () =>
    server.app.fastify
      .inject({ url: "/metrics" })
      .then(({ body }) => /slow_readers_total (\d+)/.exec(body)?.[1]);
  await expect.poll(paused, { timeout: 10_000 }).not.toBe("0");
  client.raw.resume();
  await client.until(() => client.events.length >= before + count);
  const indexes = client.events.slice(before).map(({ event }) => event.index);
  expect(indexes).toEqual(Array.from({ length: count }, (_, index) => index));
});
