import { type Behavior, type SipCarrier, usualBehavior } from "@offhook/simulator";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PhoneWorld } from "../testing/phone-world.ts";

const HARBORLIGHT = 1;
let world: PhoneWorld;
let main: SipCarrier;
let spare: SipCarrier;
/** What the first carrier answers to every call; undefined lets its people answer. */
let refusal: number | undefined;
/** How soon its people answer. */
let answersAfterMs: number | undefined;

beforeAll(async () => {
  world = await PhoneWorld.start({ devices: ["maya", "dev", "samuel"] });
  const behaviorOf = (number: string): Behavior => {
    if (refusal !== undefined) return { kind: "refuses", status: refusal };
    const usual = usualBehavior(number);
    return usual.kind === "answers" ? { ...usual, afterMs: answersAfterMs ?? usual.afterMs } : usual;
  };
  main = await world.carrier({ behaviorOf });
  spare = await world.carrier();
  await world.change(async (query) => {
    for (const [id, { port }] of Object.entries({ main, spare }))
      await query
        .insertInto("trunks")
        .values({
          id,
          host: "127.0.0.1",
          port,
          registers: true,
          register_seconds: 60,
          rates: JSON.stringify([{ prefix: "1", perMinute: 0.5 }]),
        })
        .execute();
    await plan(query, { trunk_ids: ["main", "spare"] });
  });
  await vi.waitFor(() => expect([main.isConnected, spare.isConnected]).toEqual([true, true]), {
    timeout: 20_000,
  });
});
afterEach(async () => {
  refusal = undefined;
  answersAfterMs = undefined;
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

type Query = Parameters<Parameters<PhoneWorld["change"]>[0]>[0];
const plan = (query: Query, values: Record<string, unknown>) =>
  query.updateTable("dial_plans").set(values).where("customer_id", "=", HARBORLIGHT).execute();

test("[E2E-TRK1] a call goes out with the line's number, has sound both ways and a price", async () => {
  const since = Date.now();
  const maya = await world.phone("maya", 700);
  const call = await maya.dial("2125550188");
  await call.talks();
  // The simulated person there echoes what they hear.
  await call.hears(700);
  expect(main.calls.at(-1)).toMatchObject({ from: "12125550188", to: "12125550141", state: "talking" });
  call.hangUp();
  await vi.waitFor(() => expect(main.calls.at(-1)?.state).toBe("ended"), { timeout: 10_000 });
  await world.isAtRest();
  const rows = await world.server.database.query
    .selectFrom("call_records")
    .select(["trunk_id", "cost", "status", "dir"])
    .where("started_at", ">=", new Date(since))
    .where("trunk_id", "is not", null)
    .execute();
  expect(rows).toMatchObject([{ trunk_id: "main", status: "answer" }]);
  expect(Number(rows[0]?.cost)).toBe(0.5);
});

test("[E2E-TRK2] somebody outside calls a line's number and a hunt group's; either end hangs up", async () => {
  const maya = await world.phone("maya", 700);
  const outside = await main.call({
    from: "12125550177",
    name: "June Park",
    to: "12125550141",
    voice: { kind: "tone", hz: 900 },
  });
  const call = await maya.takeCall();
  expect(call.from).toBe("June Park");
  await call.hears(900);
  outside.hangUp();
  await call.hasEnded("remoteBye");
  const samuel = await world.phone("samuel", 800);
  const second = await main.call({
    from: "12125550177",
    to: "12125550110",
    voice: { kind: "tone", hz: 1_000 },
  });
  const [atMaya, atSamuel] = await Promise.all([maya.rings(), samuel.rings()]);
  atSamuel.answer();
  await atMaya.hasEnded("cancelled");
  await atSamuel.hears(1_000);
  atSamuel.hangUp();
  await vi.waitFor(() => expect(second.state).toBe("ended"), { timeout: 10_000 });
});

test("[E2E-TRK3] busy and unknown numbers are told as such, a number nobody has is 404", async () => {
  const maya = await world.phone("maya", 700);
  await (await maya.dial("12125550199")).hasEnded("486");
  await (await maya.dial("12125550197")).hasEnded("404");
  const wrong = await main.call({ from: "12125550177", to: "12125559999", voice: { kind: "echo" } });
  await vi.waitFor(() => expect(wrong).toMatchObject({ state: "ended", refusal: 404 }), { timeout: 10_000 });
});

test("[E2E-TRK4] when the first carrier cannot, the call goes out over the next one", async () => {
  const maya = await world.phone("maya", 700);
  const before = spare.calls.length;
  refusal = 503;
  const call = await maya.dial("2125550188");
  await call.talks();
  await call.hears(700);
  expect(spare.calls).toHaveLength(before + 1);
  call.hangUp();
  await call.hasEnded();
  // A busy number is busy, and nobody else is asked.
  refusal = 486;
  await (await maya.dial("2125550188")).hasEnded("486");
  expect(spare.calls).toHaveLength(before + 1);
});

test("[E2E-TOLL1] numbers abroad, blocked prefixes, too many calls and a spent budget are refused", async () => {
  const maya = await world.phone("maya", 700);
  const outsideCalls = () => main.calls.length + spare.calls.length;
  const before = outsideCalls();
  await (await maya.dial("+442079460120")).hasEnded("403");
  await (await maya.dial("19005550100")).hasEnded("403");
  expect(outsideCalls()).toBe(before);

  await world.change((query) => plan(query, { max_outside_calls: 1 }));
  const first = await maya.dial("2125550188");
  await first.talks();
  await (await maya.dial("2125550187")).hasEnded("503");
  first.hangUp();
  await world.isAtRest();

  await world.change((query) => plan(query, { max_outside_calls: 10, daily_spend_limit: 0.5 }));
  await (await maya.dial("2125550188")).hasEnded("608");
  await world.change((query) => plan(query, { daily_spend_limit: 25, international: true }));
  const abroad = await maya.dial("+442079460120");
  await abroad.talks();
  abroad.hangUp();
  await world.change((query) => plan(query, { international: false }));
});

test("[E2E-SEND2] /send/call rings a mobile first, then the destination", async () => {
  const dev = await world.phone("dev", 800);
  const client = await world.client("maya");
  await client("POST", "/send/call", { snumber: "12125550186", dnumber: "102" });
  const call = await dev.takeCall();
  // The mobile says back what it hears.
  await call.hears(800);
  call.hangUp();
  await vi.waitFor(() => expect(main.calls.at(-1)?.state).toBe("ended"), { timeout: 10_000 });
});

/** As soon as this process can know of it, with nothing in between. */
async function atOnce(isTrue: () => boolean): Promise<void> {
  const until = Date.now() + 20_000;
  while (!isTrue()) {
    if (Date.now() > until) throw new Error("It never came");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("[E2E-TRK5] whoever hangs up right at the answer ends the call, and nothing else", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  answersAfterMs = 0;
  const maya = await world.phone("maya", 700);
  for (const side of ["caller", "callee", "caller", "callee", "both", "both"] as const) {
    const known = main.calls.length;
    const call = await maya.dial("2125550188");
    if (side === "caller") {
      await atOnce(() => call.state === "talking");
      call.hangUp();
    } else {
      await atOnce(() => main.calls.slice(known).some(({ state }) => state === "talking"));
      main.calls.at(-1)?.hangUp();
      if (side === "both") call.hangUp();
    }
    await vi.waitFor(() => expect(main.calls.at(-1)?.state).toBe("ended"), { timeout: 20_000 });
    await call.hasEnded();
  }
  // The other way round: somebody outside calls, and is hung up on in the moment of the answer.
  for (let round = 0; round < 3; round += 1) {
    const outside = await main.call({ from: "12125550177", to: "12125550141", voice: { kind: "echo" } });
    const call = await maya.rings();
    call.answer();
    await atOnce(() => outside.state === "talking");
    if (round > 0) outside.hangUp();
    if (round < 2) call.hangUp();
    await vi.waitFor(() => expect(outside.state).toBe("ended"), { timeout: 20_000 });
    await vi.waitFor(() => expect(call.state).toBe("ended"), { timeout: 20_000 });
  }
  await world.isAtRest();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
