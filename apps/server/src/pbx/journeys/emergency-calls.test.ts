import type { SipCarrier } from "@offhook/simulator";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";

const HARBORLIGHT = 1;
const DEV = demoPerson("dev").id;
let world: PhoneWorld;
let carrier: SipCarrier;

type Query = Parameters<Parameters<PhoneWorld["change"]>[0]>[0];
const plan = (query: Query, values: Record<string, unknown>) =>
  query.updateTable("dial_plans").set(values).where("customer_id", "=", HARBORLIGHT).execute();

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["dev"] });
  carrier = await world.carrier();
  await world.change(async (query) => {
    await query
      .insertInto("trunks")
      .values({ id: "main", host: "127.0.0.1", port: carrier.port, registers: true, register_seconds: 60 })
      .execute();
    await plan(query, { trunk_ids: ["main"] });
  });
  await vi.waitFor(() => expect(carrier.isConnected).toBe(true), { timeout: 20_000 });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

interface Alert {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

test("[EMG1] [EMG3] 911 goes out past every limit, and the front desk knows where", async () => {
  const samuel = demoPerson("samuel").id;
  await world.change(async (query) => {
    await plan(query, {
      daily_spend_limit: 0,
      max_outside_calls: 0,
      line_calls_at_once: 0,
      emergency_location: "12 Main Street",
      emergency_address: JSON.stringify({ street: "Main Street", house_number: "12" }),
      emergency_notify: [samuel],
    });
    await query.updateTable("phones").set({ dnd: true }).where("id", "=", DEV).execute();
  });
  const dev = await world.phone("dev", 800);
  await (await dev.dial("2125550188")).hasEnded("608");
  for (const dialed of ["911", "9911"]) {
    const call = await dev.dial(dialed);
    await call.talks();
    const [taken] = carrier.calls.slice(-1);
    expect(taken).toMatchObject({ from: "911", state: "talking" });
    // [EMG2] The carrier has read the document out of a body of two parts, and the audio description as well.
    expect(taken?.place).toContain("<ca:RD>Main Street</ca:RD><ca:HNO>12</ca:HNO>");
    expect(taken?.place).toContain("<note>12 Main Street</note>");
    // [EMG6] The simulator speaks, and echoes nobody as other numbers do.
    await call.hearsSomething();
    await call.hearsNo(800);
    call.hangUp();
    await call.hasEnded();
  }
  const frontDesk = await world.client("samuel");
  await vi.waitFor(
    async () => {
      const { alerts } = await frontDesk<{ alerts: Alert[] }>("GET", "/alerts/told");
      expect(alerts).toHaveLength(2);
      expect(alerts[0]).toMatchObject({
        kind: "emergencyCall",
        text: "The place of the line is 12 Main Street.",
      });
    },
    { timeout: 10_000 },
  );
  const client = await world.client("dev");
  expect(await client("GET", "/phone/emergency")).toMatchObject({
    numbers: expect.arrayContaining(["911", "999"]),
    location: "12 Main Street",
    has_carrier: true,
    is_carrier_up: true,
  });
});

test("[EMG8] a carrier that takes no second body is told in a header", async () => {
  await world.change((query) => query.updateTable("trunks").set({ location_format: "header" }).execute());
  const dev = await world.phone("dev", 800);
  const call = await dev.dial("911");
  await call.talks();
  expect(carrier.calls.at(-1)).toMatchObject({ from: "911", place: "12%20Main%20Street" });
  call.hangUp();
  await call.hasEnded();
});

test("[EMG5] a carrier that does not answer is told of before the call, and to the front desk with it", async () => {
  await world.change(async (query) => {
    const nobodyThere = { id: "dead", host: "127.0.0.1", port: 9, registers: true, register_seconds: 60 };
    await query.insertInto("trunks").values(nobodyThere).execute();
    await plan(query, { trunk_ids: ["dead"] });
  });
  const client = await world.client("dev");
  expect(await client("GET", "/phone/emergency")).toMatchObject({ has_carrier: true, is_carrier_up: false });
  const dev = await world.phone("dev", 800);
  await (await dev.dial("911")).hasEnded();
  const maya = await world.client("maya");
  await vi.waitFor(
    async () => {
      const { alerts } = await maya<{ alerts: Alert[] }>("GET", "/admin/alerts");
      expect(alerts[0]?.text).toContain("The carrier does not answer right now");
    },
    { timeout: 10_000 },
  );
});

test("[EMG5] [TOLL8] without a carrier the caller and the front desk learn that nobody was reached", async () => {
  await world.change((query) =>
    plan(query, { trunk_ids: [], emergency_location: null, emergency_address: null }),
  );
  const dev = await world.phone("dev", 800);
  await (await dev.dial("911")).hasEnded("502");
  await (await dev.dial("2125550188")).hasEnded("502");
  const maya = await world.client("maya");
  await vi.waitFor(
    async () => {
      const { alerts } = await maya<{ alerts: Alert[] }>("GET", "/admin/alerts");
      expect(alerts[0]?.text).toMatch(/NOT connected.*No emergency location is set/);
    },
    { timeout: 10_000 },
  );
  const client = await world.client("dev");
  expect(await client("GET", "/phone/emergency")).toMatchObject({
    location: "",
    has_carrier: false,
    is_carrier_up: false,
  });
});
