import type { LiveCall } from "@offhook/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

/** Nobody serves it, and its callers wait all the same. */
const QUEUE = { id: 51, customer_id: 1, name: "Patience", extension: "351", leaves_when_empty: false };
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: [],
    prepare: ({ database: { query } }) =>
      query
        .insertInto("queues")
        .values(QUEUE)
        .execute()
        .then(() => {}),
  });
});
afterAll(() => world.close());

test("[QRES8] a page that asks a server which is starting for its calls hears of the one that waits", async () => {
  const token = await world.server.signIn(demoPerson("maya").id);
  const browser = await world.browser(token);
  const call = await browser.dial(QUEUE.extension);
  await call.talks();
  const stored = () => world.server.database.query.selectFrom("waiting_calls").select("call_id").execute();
  await vi.waitFor(async () => expect(await stored()).toHaveLength(1), { timeout: 10_000 });
  const [waiting] = await stored();
  await world.server.restart();
  const starting = world.server.app.start();
  const calls = await world.asked<LiveCall[]>(token, "GET", "/calls/live");
  expect(calls).toMatchObject([{ callid: waiting!.call_id, status: "lost", phone: "maya" }]);
  await starting;
});
