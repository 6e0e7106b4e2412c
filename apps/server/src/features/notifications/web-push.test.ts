import type { CallRecord, LiveCall } from "@offhook/contract";
import { type RunningPushService, startPushService } from "@offhook/simulator";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../../pbx/testing/phone-world.ts";
import { PushServiceClient } from "./push-service-client.ts";

let world: PhoneWorld;
let service: RunningPushService;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "dev", "front-door"],
    env: { WEB_PUSH_LOCAL: "1" },
    // Ines answers Maya's line too.
    async prepare({ database: { query } }) {
      const [maya, ines] = [demoPerson("maya"), demoPerson("ines")];
      await query
        .insertInto("phone_users")
        .values({ phone_id: maya.id, user_id: ines.id, position: 9 })
        .execute();
    },
  });
});
beforeEach(async () => {
  service = await startPushService();
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
  await world.server.database.query.deleteFrom("push_subscriptions").execute();
  await service.stop();
});
afterAll(() => world.close());

const WAIT = { timeout: 10_000, interval: 50 };

test("[WP1] a call to a user without a page rings in the browser, waits for the user, and its end is told", async () => {
  const maya = await world.client("maya");
  const subscription = service.subscribe();
  await maya("PUT", "/notifications/subscription", subscription);
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  await vi.waitFor(() => expect(service.received).toHaveLength(1), WAIT);
  const { key } = await maya<{ key: string }>("GET", "/notifications/key");
  expect(service.received[0]).toMatchObject({
    endpoint: subscription.endpoint,
    publicKey: key,
    urgency: "high",
    payload: { type: "call", title: "Incoming call from Dev Patel" },
  });
  expect(service.received[0]?.ttlSeconds).toBeLessThanOrEqual(60);
  // The page that was opened from the notification registers, and rings.
  const desk = await world.phone("maya", 700);
  const ringing = await desk.takeCall();
  await call.hears(700);
  await vi.waitFor(() => expect(service.received).toHaveLength(2), WAIT);
  expect(service.received[1]?.payload).toMatchObject({ type: "callOver", missed: null });
  call.hangUp();
  await ringing.hasEnded("remoteBye");
  expect(service.refusals).toEqual([]);
});

test("[WP2] a decline on the notification declines the call, and a forged one does nothing", async () => {
  const maya = await world.client("maya");
  await maya("PUT", "/notifications/subscription", service.subscribe());
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  await vi.waitFor(() => expect(service.received).toHaveLength(1), WAIT);
  const { decline } = (service.received[0]?.payload ?? {}) as { decline: string };
  const post = (ticket: string) =>
    world.server.app.fastify.inject({
      method: "POST",
      url: "/api/notifications/decline",
      payload: { ticket },
    });
  expect((await post(`${decline}x`)).statusCode).toBe(403);
  expect(call.state).toBe("calling");
  expect((await post(decline)).statusCode).toBe(200);
  // To the mailbox, as any call that was declined.
  await call.talks();
  await vi.waitFor(() => expect(service.received).toHaveLength(2), WAIT);
  expect(service.received[1]?.payload).toMatchObject({ type: "callOver", missed: null });
  call.hangUp();
});

test("[WP8] [HIS32] of a shared line the others are told who declined, and find it so in their history", async () => {
  const [maya, ines] = [await world.client("maya"), await world.client("ines")];
  const subscriptions = { maya: service.subscribe(), ines: service.subscribe() };
  await maya("PUT", "/notifications/subscription", subscriptions.maya);
  await ines("PUT", "/notifications/subscription", subscriptions.ines);
  const told = ({ endpoint }: { endpoint: string }) =>
    service.received.filter((each) => each.endpoint === endpoint).map(({ payload }) => payload);
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  await vi.waitFor(() => expect(service.received).toHaveLength(2), WAIT);
  const { decline: ticket } = told(subscriptions.ines)[0] as { decline: string };
  await world.server.app.fastify.inject({
    method: "POST",
    url: "/api/notifications/decline",
    payload: { ticket },
  });
  await vi.waitFor(() => expect(service.received).toHaveLength(4), WAIT);
  expect(told(subscriptions.ines)[1]).toMatchObject({ type: "callOver", missed: null });
  expect(told(subscriptions.maya)[1]).toMatchObject({
    type: "callOver",
    missed: { title: "Declined by Ines Duarte", body: "Call from Dev Patel" },
  });
  await call.talks();
  call.hangUp();
  await world.isAtRest();
  const [record] = await maya<CallRecord[]>("GET", "/phone/cdrs");
  const declined = { by: "Ines Duarte", user_id: demoPerson("ines").id };
  expect(record).toMatchObject({ status: "declined", declined, new: false });
});

test("[WP8] [HIS33] a door that nobody opened is told as such, and not as a call to return", async () => {
  const maya = await world.client("maya");
  await maya("PUT", "/notifications/subscription", service.subscribe());
  const door = await world.phone("front-door", 1_300);
  const call = await door.dial("101");
  await vi.waitFor(() => expect(service.received).toHaveLength(1), WAIT);
  call.hangUp();
  await vi.waitFor(() => expect(service.received).toHaveLength(2), WAIT);
  expect(service.received[1]?.payload).toMatchObject({
    type: "callOver",
    missed: { title: "Someone was at the door" },
  });
  await world.isAtRest();
  const [record] = await maya<CallRecord[]>("GET", "/phone/cdrs");
  expect(record).toMatchObject({ doorbell: true, new: false });
});

test("[WP8] of a shared line a user without calls is told nothing", async () => {
  const [maya, ines] = [await world.client("maya"), await world.client("ines")];
  const subscriptions = { maya: service.subscribe(), ines: service.subscribe() };
  await maya("PUT", "/notifications/subscription", subscriptions.maya);
  await ines("PUT", "/notifications/subscription", subscriptions.ines);
  const calls = (tc_calls: "0" | "1") =>
    world.server.database.query
      .updateTable("users")
      .set({ roles: JSON.stringify({ tc_calls }) })
      .where("id", "=", demoPerson("ines").id)
      .execute();
  await calls("0");
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  await vi.waitFor(() => expect(service.received).toHaveLength(1), WAIT);
  call.hangUp();
  await vi.waitFor(() => expect(service.received).toHaveLength(2), WAIT);
  expect(service.received.map(({ endpoint }) => endpoint)).toEqual(
    Array(2).fill(subscriptions.maya.endpoint),
  );
  await calls("1");
});

test("[WP3] a service that is away is asked again, one that says gone is forgotten, an ended session hears nothing", async () => {
  const { query } = world.server.database;
  const maya = await world.client("maya");
  await maya("PUT", "/notifications/subscription", service.subscribe());
  service.status = 503;
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("101");
  const attempts = async () =>
    (await query.selectFrom("push_messages").select("attempts").execute())[0]?.attempts;
  await vi.waitFor(async () => expect(await attempts()).toBeGreaterThan(0), WAIT);
  service.status = 201;
  await vi.waitFor(() => expect(service.received).toHaveLength(1), WAIT);
  call.hangUp();
  await vi.waitFor(() => expect(service.received).toHaveLength(2), WAIT);
  expect(service.received[1]?.payload).toMatchObject({ missed: { title: "Missed call from Dev Patel" } });
  service.status = 410;
  const again = await dev.dial("101");
  const subscriptions = () => query.selectFrom("push_subscriptions").select("session_id").execute();
  await vi.waitFor(async () => expect(await subscriptions()).toEqual([]), WAIT);
  again.hangUp();
  await maya("PUT", "/notifications/subscription", service.subscribe());
  expect(await subscriptions()).toHaveLength(1);
  await maya("POST", "/logout");
  await vi.waitFor(async () => expect(await subscriptions()).toEqual([]), WAIT);
});

test("[WP10] a mention in team chat is pushed; what is muted, unwanted or disturbs is not", async () => {
  const { query } = world.server.database;
  const [maya, dev] = [demoPerson("maya"), demoPerson("dev")];
  const client = await world.client("maya");
  await client("PUT", "/notifications/subscription", service.subscribe());
  const [caller, decliner] = [await world.phone("maya", 700), await world.client("dev")];
  await world.phone("dev", 800);
  // Words to whoever is declined go by chat.
  const say = async (message: string): Promise<void> => {
    const call = await caller.dial(dev.extension);
    const channel = await vi.waitFor(async () => {
      const live = await decliner<LiveCall[]>("GET", "/calls/live");
      const ringing = live.find(({ phone, status }) => phone === "dev" && status === "ringing");
      return ringing?.channel ?? Promise.reject(new Error("It does not ring"));
    }, WAIT);
    await decliner("POST", "/call/control", { action: "decline", channel, message });
    call.hangUp();
    await world.isAtRest();
  };
  const chatSetting = (teamsNotification: string) =>
    client("PUT", "/user/settings", { settings: JSON.stringify({ teamsNotification }), type: "teleconsole" });
  await chatSetting("diretOrMention");
  await say("Can you take the Kim visit?");
  await vi.waitFor(() => expect(service.received).toHaveLength(1), WAIT);
  expect(service.received[0]?.payload).toMatchObject({
    type: "message",
    title: "Dev Patel",
    body: "Can you take the Kim visit?",
    path: expect.stringMatching(/^\/teams\/usr/),
  });
  await query.updateTable("phones").set({ dnd: true }).where("id", "=", maya.id).execute();
  await say("Not now");
  await query.updateTable("phones").set({ dnd: false }).where("id", "=", maya.id).execute();
  await chatSetting("mentions");
  await say("No mention");
  await say("@all Lunch is here");
  await vi.waitFor(() => expect(service.received).toHaveLength(2), WAIT);
  expect(service.received[1]?.payload).toMatchObject({ body: "@all Lunch is here" });
});

test("[WP4] only public addresses over https are sent to", () => {
  const client = new PushServiceClient({
    key: Buffer.alloc(32, 7),
    subject: "mailto:admin@example.com",
    isLocalAllowed: false,
  });
  const allowed = ["https://fcm.googleapis.com/fcm/send/x", "https://web.push.apple.com/x"];
  const refused = [
    "http://fcm.googleapis.com/x",
    "https://localhost/x",
    "https://intranet/x",
    "https://10.1.2.3/x",
    "https://169.254.169.254/x",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://user@push.example/x",
    "not an address",
  ];
  expect(allowed.filter((each) => !client.isAllowed(each))).toEqual([]);
  expect(refused.filter((each) => client.isAllowed(each))).toEqual([]);
});
