import { type Behavior, type SipCarrier, usualBehavior } from "@offhook/simulator";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { deviceContext } from "../directory/live-directory.ts";
import { deviceName, PhoneWorld } from "../testing/phone-world.ts";

/** Somebody has the password of Dev's desk phone. Maya is an administrator and wants to work. */
const HARBORLIGHT = 1;
const PREMIUM_RATE = 4;
let world: PhoneWorld;
let carrier: SipCarrier;

type Query = Parameters<Parameters<PhoneWorld["change"]>[0]>[0];
const plan = (values: Record<string, unknown>) =>
  world.change((query: Query) =>
    query.updateTable("dial_plans").set(values).where("customer_id", "=", HARBORLIGHT).execute(),
  );
const USUAL = {
  premium: false,
  satellite: false,
  international: false,
  countries: [],
  line_calls_at_once: 4,
  line_calls_per_hour: 60,
  max_outside_calls: 10,
  daily_spend_limit: 1_000,
};

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev"] });
  const behaviorOf = (number: string): Behavior => {
    const usual = usualBehavior(number);
    return usual.kind === "answers" ? { ...usual, afterMs: 20 } : usual;
  };
  carrier = await world.carrier({ behaviorOf });
  await world.change(async (query) => {
    await query
      .insertInto("trunks")
      .values({
        id: "main",
        host: "127.0.0.1",
        port: carrier.port,
        registers: true,
        register_seconds: 60,
        rates: JSON.stringify([
          { prefix: "1", perMinute: 0.5 },
          { prefix: "1900", perMinute: PREMIUM_RATE },
        ]),
      })
      .execute();
  });
  await plan({ ...USUAL, trunk_ids: ["main"] });
  await vi.waitFor(() => expect(carrier.isConnected).toBe(true), { timeout: 20_000 });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
  const client = await world.client("maya");
  await client("PUT", "/admin/lines/release", { line: await lineName("dev") });
  await plan(USUAL);
});
afterAll(() => world.close());

async function lineName(handle: string): Promise<string> {
  const { name } = await world.server.database.query
    .selectFrom("phones")
    .select("name")
    .where("id", "=", demoPerson(handle).id)
    .executeTakeFirstOrThrow();
  return name;
}

const alerts = async () => {
  const client = await world.client("maya");
  return (
    await client<{ alerts: { kind: string; subject: string; title: string }[] }>("GET", "/admin/alerts")
  ).alerts;
};
const spent = async (): Promise<number> => {
  const rows = await world.server.database.query.selectFrom("toll_spending").select("amount").execute();
  return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
};

test("[TOLL20] premium and satellite numbers are closed without a word in the company file", async () => {
  const thief = await world.phone("dev", 800);
  const before = carrier.calls.length;
  for (const number of ["19005550100", "12129765550", "+881612345678", "+979123456789", "+449098790000"])
    await (await thief.dial(number)).hasEnded("403");
  expect(carrier.calls).toHaveLength(before);
});

test("[TOLL21] a company in the States opens Canada alone", async () => {
  const dev = await world.phone("dev", 800);
  await (await dev.dial("+14165550123")).hasEnded("403");
  await plan({ countries: ["CA"] });
  const call = await dev.dial("+14165550123");
  await call.talks();
  call.hangUp();
  await call.hasEnded();
  await (await dev.dial("+18765551234")).hasEnded("403");
});

test("[TOLL22] after three premium calls the line is stopped and administrators know within ten seconds", async () => {
  await plan({ premium: true });
  const thief = await world.phone("dev", 800);
  for (const number of ["19005550101", "19005550102", "19005550103"]) {
    const call = await thief.dial(number);
    await call.talks();
    call.hangUp();
    await call.hasEnded();
  }
  const began = Date.now();
  await (await thief.dial("19005550104")).hasEnded("608");
  const line = await lineName("dev");
  await vi.waitFor(
    async () =>
      expect(await alerts()).toContainEqual(expect.objectContaining({ kind: "tollFraud", subject: line })),
    { timeout: 10_000 },
  );
  expect(Date.now() - began).toBeLessThan(10_000);
  // Other calls of the line still work, and so does the premium call of somebody else.
  const usual = await thief.dial("2125550188");
  await usual.talks();
  usual.hangUp();
  const maya = await world.phone("maya", 700);
  const honest = await maya.dial("19005550105");
  await honest.talks();
  honest.hangUp();
  await honest.hasEnded();
  // A restart forgets nothing; an administrator lets the line call again.
  await world.server.restart();
  await world.server.app.start();
  await vi.waitFor(() => expect(carrier.isConnected).toBe(true), { timeout: 20_000 });
  await world.stopPhones();
  const again = await world.phone("dev", 800);
  await (await again.dial("19005550106")).hasEnded("608");
  const client = await world.client("maya");
  await client("PUT", "/admin/lines/release", { line });
  const released = await again.dial("19005550107");
  await released.talks();
  released.hangUp();
});

test("[TOLL23] a thief's calls fill the stolen line and leave colleagues theirs", async () => {
  await plan({ line_calls_at_once: 2, max_outside_calls: 3 });
  const thief = await world.phone("dev", 800);
  const calls = [await thief.dial("2125550181"), await thief.dial("2125550182")];
  await Promise.all(calls.map((call) => call.talks()));
  await (await thief.dial("2125550183")).hasEnded("608");
  const maya = await world.phone("maya", 700);
  const honest = await maya.dial("2125550184");
  await honest.talks();
  for (const call of [...calls, honest]) call.hangUp();
});

test("[TOLL24] a click-to-call whose first leg is outside is counted, charged and in the history", async () => {
  await plan({ premium: true, line_calls_at_once: 2 });
  const since = Date.now();
  const before = await spent();
  const dev = await world.client("dev");
  const refusals: string[] = [];
  for (const last of [1, 2, 3, 4, 5]) {
    await dev("POST", "/send/call", { snumber: `1900555010${last}`, dnumber: "*43" }).catch((error: Error) =>
      refusals.push(error.message),
    );
  }
  expect(refusals).toHaveLength(3);
  await vi.waitFor(() => expect(carrier.calls.filter(({ state }) => state === "talking")).toHaveLength(2), {
    timeout: 10_000,
  });
  for (const call of carrier.calls) if (call.state === "talking") call.hangUp();
  await world.isAtRest();
  expect((await spent()) - before).toBe(2 * PREMIUM_RATE);
  expect((await world.records("dev", since)).filter(({ dir }) => dir === "out")).toHaveLength(2);
});

test("[TOLL25] a call that lasts too long is ended", async () => {
  await world.change((query) =>
    query
      .updateTable("dial_plans")
      .set({ line_minutes_per_call: 0 })
      .where("customer_id", "=", HARBORLIGHT)
      .execute(),
  );
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("2125550188");
  await call.hasEnded();
  await plan({ line_minutes_per_call: 240 });
});

test("[TOLL26] a new password ends the thief's call and registration at once, and refuses the thief's REFER", async () => {
  const thief = await world.phone("dev", 800);
  const call = await thief.dial("2125550188");
  await call.talks();
  const username = deviceName("dev");
  const sealed = world.sealer.seal(deviceContext(username), "a-new-secret-of-the-phone");
  await world.change((query) =>
    query
      .updateTable("sip_devices")
      .set({ sealed_password: sealed })
      .where("username", "=", username)
      .execute(),
  );
  await call.hasEnded("remoteBye");
  await vi.waitFor(() => expect(carrier.calls.at(-1)?.state).toBe("ended"), { timeout: 10_000 });
  const before = carrier.calls.length;
  await (await thief.dial("2125550187")).hasEnded();
  expect(carrier.calls).toHaveLength(before);
});
