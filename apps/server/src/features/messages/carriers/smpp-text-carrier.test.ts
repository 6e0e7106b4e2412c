import { SmppCarrier, type SmppCarrierOptions, type TextBehavior } from "@offhook/simulator";
import { FakeClock } from "@offhook/testkit";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../database/testing/test-database.ts";
import { systemClock } from "../../../platform/system-clock.ts";
import type { CarrierEvents, IncomingText, OutgoingText, TextReceipt } from "../text-carrier.ts";
import type { SmppConfig } from "./carrier-config.ts";
import { createInboundParts } from "./inbound-parts.ts";
import { SmppTextCarrier } from "./smpp-text-carrier.ts";
import { SubmitPace } from "./submit-pace.ts";

let database: TestDatabase;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});
afterAll(() => database.drop());

const LINE = "12125550110";
const JUNE = "12125550171";
let lastId = 0;
const aText = (given: Partial<OutgoingText> = {}): OutgoingText => ({
  id: `text-${++lastId}`,
  from: LINE,
  to: JUNE,
  body: `Hello ${lastId}`,
  media: [],
  ...given,
});

interface Heard {
  readonly received: IncomingText[];
  readonly receipts: TextReceipt[];
}

function recorder(): { heard: Heard; events: CarrierEvents } {
  const heard: Heard = { received: [], receipts: [] };
  const events: CarrierEvents = {
    received: async (text) => void heard.received.push(text),
    receipt: async (receipt) => {
      heard.receipts.push(receipt);
      return true;
    },
  };
  return { heard, events };
}

const SILENT = { behaviorOf: (): TextBehavior => ({}) };

async function connected(
  options: SmppCarrierOptions = SILENT,
  { config = {}, events }: { config?: Partial<SmppConfig>; events?: CarrierEvents } = {},
) {
  const far = await SmppCarrier.start(options);
  const own = recorder();
  const smpp: SmppConfig = {
    url: far.url,
    systemId: far.systemId,
    password: far.password,
    systemType: "",
    perSecond: 1_000,
    window: 10,
    ...config,
  };
  const carrier = new SmppTextCarrier({
    config: smpp,
    parts: createInboundParts(database),
    clock: systemClock,
    log: pino({ level: "silent" }),
  });
  carrier.start(events ?? own.events);
  closers.push(
    () => far.stop(),
    () => carrier.close(),
  );
  return { far, carrier, heard: own.heard };
}

test("[CAR1] a text reaches the carrier as it was written, however long", async () => {
  const { far, carrier } = await connected();
  const bodies = [
    "Hi",
    "It’s 😀 at the café",
    "A very long story. ".repeat(30),
    "Ω€[]{}".repeat(60),
    "漢字".repeat(90),
  ];
  for (const body of bodies) {
    const result = await carrier.submit(aText({ body }));
    expect(result).toHaveProperty("carrierIds");
  }
  expect(far.texts().map(({ text }) => text)).toEqual(bodies);
  expect(far.texts()[0]).toMatchObject({ from: LINE, to: JUNE });
});

test("[CAR2] a text that is submitted again is the same text; the same words again are another", async () => {
  const { far, carrier } = await connected();
  const text = aText({ body: "ok ".repeat(100) });
  const first = await carrier.submit(text);
  expect(await carrier.submit(text)).toEqual(first);
  await carrier.submit({ ...text, id: "another" });
  expect(far.texts()).toHaveLength(2);
});

test("[CAR3] what the carrier will never take is refused with its code, what it cannot take now is not", async () => {
  const { far, carrier } = await connected({});
  expect(await carrier.submit(aText({ to: "12125550199" }))).toMatchObject({ refused: "ESME_RINVDSTADR" });
  far.throttle(2);
  const begun = performance.now();
  expect(await carrier.submit(aText())).toHaveProperty("carrierIds");
  expect(performance.now() - begun).toBeGreaterThan(1_200);
});

test("[CAR4] receipts tell what became of each segment, and why not", async () => {
  const receipt = { state: "UNDELIVERABLE", error: "027", afterMs: 0 } as const;
  const { carrier, heard } = await connected({ behaviorOf: () => ({ receipt }) });
  const result = await carrier.submit(aText({ body: "x".repeat(400) }));
  await expect.poll(() => heard.receipts.length).toBe(3);
  const ids = heard.receipts.map((each) => "carrierId" in each && each.carrierId);
  expect(new Set(ids)).toEqual(new Set("carrierIds" in result ? result.carrierIds : []));
  expect(heard.receipts).toContainEqual(expect.objectContaining({ state: "failed", code: "027" }));
});

test("[CAR4] a receipt that comes before the text is known is told again", async () => {
  const receipt = { state: "DELIVERED", error: "000", afterMs: 0 } as const;
  const { heard, events } = recorder();
  let unknown = 2;
  const patient = {
    ...events,
    receipt: async (each: TextReceipt) => {
      await events.receipt(each);
      return unknown-- <= 0;
    },
  };
  const { carrier } = await connected({ behaviorOf: () => ({ receipt }) }, { events: patient });
  await carrier.submit(aText());
  await expect.poll(() => heard.receipts.length).toBe(3);
});

test("[CAR5] it comes back after every cut, and what was asked meanwhile goes out", async () => {
  const { far, carrier } = await connected();
  await carrier.submit(aText({ body: "before" }));
  far.cut(300);
  await expect.poll(() => far.isConnected).toBe(false);
  await carrier.submit(aText({ body: "after" }));
  expect(far.texts().map(({ text }) => text)).toEqual(["before", "after"]);
});

test("[CAR6] what somebody writes is acknowledged when it is kept, and comes again until then", async () => {
  const { heard, events } = recorder();
  let failures = 2;
  const { far } = await connected(SILENT, {
    events: {
      ...events,
      received: async (text) => {
        await events.received(text);
        if (failures-- > 0) throw new Error("The database is away");
      },
    },
  });
  await far.text({ from: JUNE, to: LINE, text: "Is anybody there? 😀" });
  expect(heard.received).toHaveLength(3);
  expect(new Set(heard.received.map(({ carrierId }) => carrierId)).size).toBe(1);
  await far.text({ from: JUNE, to: LINE, text: "Is anybody there? 😀" });
  expect(new Set(heard.received.map(({ carrierId }) => carrierId)).size).toBe(2);
});

test("[CAR7] a long text is joined, also over a restart in its middle", async () => {
  const parts = createInboundParts(database);
  const group = { from: JUNE, to: LINE, reference: 9, total: 2 };
  expect(await parts.add({ ...group, number: 2, text: "\ude00 there", at: 5 })).toBeUndefined();
  const again = createInboundParts(database);
  const whole = await again.add({ ...group, number: 1, text: "Hello \ud83d", at: 7 });
  expect(whole).toMatchObject({ from: JUNE, to: LINE, body: "Hello 😀 there", at: 5 });
  expect(await again.add({ ...group, number: 1, text: "Hello \ud83d", at: 9 })).toEqual(whole);
  // The phone begins to count anew.
  expect(await again.add({ ...group, number: 1, text: "Other ", at: 20 })).toBeUndefined();
  expect(await again.add({ ...group, number: 2, text: "words", at: 21 })).toMatchObject({
    body: "Other words",
  });

  const { far, heard } = await connected();
  const text = "One two three four. ".repeat(40);
  await far.text({ from: JUNE, to: LINE, text });
  expect(heard.received.map(({ body }) => body)).toEqual([text]);
});

test("[CAR8] a segment that never comes does not keep the others back forever", async () => {
  const parts = createInboundParts(database);
  await parts.add({ from: "441632960001", to: LINE, reference: 1, total: 3, number: 1, text: "one ", at: 1 });
  await parts.add({
    from: "441632960001",
    to: LINE,
    reference: 1,
    total: 3,
    number: 3,
    text: " three",
    at: 2,
  });
  const [givenUp] = await parts.giveUp(1_000);
  expect(givenUp?.body).toBe("one […] three");
  await parts.forget(1_000);
  expect(await parts.giveUp(1_000)).toEqual([]);
});

test("[CAR9] no more leave at once, and in a second, than was agreed", async () => {
  const clock = new FakeClock();
  const pace = new SubmitPace({ clock, window: 2, perSecond: 10 });
  let left = 0;
  const waiting = Array.from({ length: 6 }, () =>
    pace.enter().then(
      () => (left += 1),
      () => {},
    ),
  );
  await Promise.resolve();
  expect(left).toBe(2);
  for (let index = 0; index < 20; index += 1) {
    clock.advance(100);
    await Promise.resolve();
  }
  expect(left).toBe(2);
  pace.done();
  pace.done();
  await Promise.resolve();
  expect(left).toBe(4);
  pace.pause(5_000);
  pace.done();
  clock.advance(1_000);
  await Promise.resolve();
  expect(left).toBe(4);
  clock.advance(4_000);
  await Promise.resolve();
  expect(left).toBe(5);
  pace.close();
  await Promise.all(waiting);
});

test("a wrong password is tried again, not given up", async () => {
  const { far, carrier } = await connected(SILENT, { config: { password: "wrong" } });
  const submitted = carrier.submit(aText()).catch((error: Error) => error.message);
  await carrier.close();
  expect(await submitted).toMatch(/closed/);
  expect(far.texts()).toEqual([]);
});
