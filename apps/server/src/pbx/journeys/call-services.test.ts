import { execFileSync } from "node:child_process";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { PhoneWorld } from "../testing/phone-world.ts";

let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "dev", "ines", "lena", "marcus", "grace", "front-door"],
    async prepare({ database: { query } }) {
      await query
        .updateTable("hunt_groups")
        .set({ ring_seconds: 5 })
        .where("extension", "=", "402")
        .execute();
    },
  });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

interface LiveCall {
  readonly channel: string;
  readonly phone: string | null;
  readonly status: string;
  readonly doorbell: boolean;
  readonly park_slot: number | null;
  readonly application: string | null;
}

/** What the parties of the line's calls are doing. */
async function partiesOf(handle: string): Promise<[status: string, application: string | null][]> {
  const client = await world.client(handle);
  const live = await client<LiveCall[]>("GET", "/calls/live");
  return live.map(({ status, application }) => [status, application]);
}

test("[E2E-CODE1] *43 says back what it hears, over UDP and over TCP", async () => {
  for (const transport of ["udp", "tcp"] as const) {
    const maya = await world.phone("maya", 700, { transport });
    const call = await maya.dial("*43");
    await call.talks();
    await call.hearsSomething();
    expect(await partiesOf("maya")).toEqual([["application", "echo"]]);
    // Any key skips the explanation.
    await call.press("1");
    await call.hears(700);
    call.hangUp();
    await call.hasEnded();
  }
});

test("[E2E-CODE2] *99 plays music, **98 calls back with an echo test", async () => {
  const maya = await world.phone("maya", 700);
  const music = await maya.dial("*99");
  await music.talks();
  await music.hearsMusic();
  await music.hearsNo(700);
  expect(await partiesOf("maya")).toEqual([["application", "music"]]);
  music.hangUp();
  const asking = await maya.dial("*98");
  await asking.talks();
  asking.hangUp();
  const back = await maya.takeCall();
  await back.hearsSomething();
  await back.press("1");
  await back.hears(700);
  back.hangUp();
});

test("[E2E-HUNT1] the first level of a hunt group rings together, then the second", async () => {
  const since = Date.now();
  const maya = await world.phone("maya", 700);
  const [lena, marcus] = [await world.phone("lena", 800), await world.phone("marcus", 900)];
  const grace = await world.phone("grace", 1_100);
  const call = await maya.dial("402");
  await Promise.all([lena.rings(), marcus.rings()]);
  expect(grace.calls).toEqual([]);
  const ringing = await grace.rings();
  await Promise.all([lena.call.hasEnded("cancelled"), marcus.call.hasEnded("cancelled")]);
  ringing.answer();
  await Promise.all([call.hears(1_100), ringing.hears(700)]);
  const talking = ["answer", null];
  expect(await partiesOf("grace")).toEqual([talking, talking]);
  call.hangUp();
  await ringing.hasEnded("remoteBye");
  await world.isAtRest();
  expect(await world.records("lena", since)).toMatchObject([{ dir: "in", status: "missed" }]);
  expect(await world.records("grace", since)).toMatchObject([{ dir: "in", status: "answer" }]);
});

test("[E2E-HUNT2] within a level whoever answers first has it, the others stop ringing", async () => {
  const maya = await world.phone("maya", 700);
  const [lena, marcus] = [await world.phone("lena", 800), await world.phone("marcus", 900)];
  const call = await maya.dial("402");
  const [first, second] = await Promise.all([marcus.rings(), lena.rings()]);
  first.answer();
  await second.hasEnded("cancelled");
  await call.hears(900);
  first.hangUp();
  await call.hasEnded("remoteBye");
});

test("[E2E-HUNT6] *8 answers a call that rings for a colleague of the group, whose phone stops", async () => {
  const since = Date.now();
  const maya = await world.phone("maya", 700);
  const [marcus, grace] = [await world.phone("marcus", 800), await world.phone("grace", 1_100)];
  const call = await maya.dial("107");
  const ringing = await marcus.rings();
  const fetched = await grace.dial("*8");
  await fetched.talks();
  await ringing.hasEnded("cancelled");
  await Promise.all([call.hears(1_100), fetched.hears(700)]);
  const late = await marcus.dial("*8");
  await late.hasEnded();
  call.hangUp();
  await fetched.hasEnded("remoteBye");
  await world.isAtRest();
  expect(await world.records("grace", since)).toMatchObject([{ dir: "in", status: "answer" }]);
  const [elsewhere] = await world.records("marcus", since);
  expect(elsewhere).toMatchObject({ dir: "in", status: "elsewhere" });
  const client = await world.client("marcus");
  expect(await client("GET", `/phone/cdr?id=${elsewhere?.id}`)).toMatchObject({
    answered_by: "Grace Lin",
  });
});

test("[E2E-PARK1] a parked caller hears music and is fetched by the slot's number", async () => {
  const maya = await world.phone("maya", 700);
  const dev = await world.phone("dev", 800);
  const ines = await world.phone("ines", 900);
  const client = await world.client("dev");
  const caller = await maya.dial("102");
  const taken = await dev.takeCall();
  await caller.hears(800);
  const live = await client<LiveCall[]>("GET", "/calls/live");
  const own = live.find(({ phone }) => phone === "dev");
  const { slot } = await client<{ slot: number }>("POST", "/call/control", {
    action: "park",
    channel: own?.channel,
  });
  await taken.hasEnded();
  await caller.hearsNo(800);
  await caller.hearsMusic();
  const fetched = await ines.dial(String(slot));
  await fetched.talks();
  await Promise.all([caller.hears(900), fetched.hears(700)]);
  caller.hangUp();
  await fetched.hasEnded("remoteBye");
});

test("[E2E-PARK2] a transfer to the parking extension parks, by REFER of a stock phone", async () => {
  const maya = await world.phone("maya", 700);
  const dev = await world.phone("dev", 800);
  const client = await world.client("maya");
  const caller = await maya.dial("102");
  const taken = await dev.takeCall();
  await caller.hears(800);
  taken.transfer("700");
  await vi.waitFor(() => expect(taken.transferNews).toContain(200), { timeout: 10_000 });
  taken.hangUp();
  await vi.waitFor(
    async () => {
      const parked = (await client<LiveCall[]>("GET", "/calls/live")).map(({ park_slot }) => park_slot);
      expect(parked).toContain(701);
    },
    { timeout: 10_000 },
  );
  const fetched = await dev.dial("701");
  await fetched.hears(700);
  fetched.hangUp();
  await caller.hasEnded("remoteBye");
});

test("[E2E-DOOR1] a doorbell rings as one, and calls nobody outside", async () => {
  const dev = await world.phone("dev", 800);
  const door = await world.phone("front-door", 1_300);
  const client = await world.client("dev");
  const ringing = await door.dial("102");
  const call = await dev.rings();
  const live = await client<LiveCall[]>("GET", "/calls/live");
  expect(live.length).toBeGreaterThan(0);
  expect(live.every(({ doorbell }) => doorbell)).toBe(true);
  call.answer();
  await Promise.all([call.hears(1_300), ringing.hears(800)]);
  call.hangUp();
  await ringing.hasEnded("remoteBye");
  const outside = await door.dial("2125550188");
  await outside.hasEnded("403");
});

test("[E2E-SEND1] /send/call rings the own phone first, then the other one", async () => {
  const maya = await world.phone("maya", 700);
  const dev = await world.phone("dev", 800);
  const client = await world.client("maya");
  await client("POST", "/send/call", { snumber: "", dnumber: "102" });
  const first = await maya.takeCall();
  const second = await dev.takeCall();
  await Promise.all([first.hears(800), second.hears(700)]);
  first.hangUp();
  await second.hasEnded("remoteBye");
});

/** The audio process of this server: it is a child of this very process. */
function mediaProcess(): number {
  const table = execFileSync("ps", ["--ppid", String(process.pid), "-o", "pid=,args="], { encoding: "utf8" });
  const line = table.split("\n").find((each) => /media-process/.test(each));
  if (!line) throw new Error(`No media process among:\n${table}`);
  return Number.parseInt(line, 10);
}

test("[E2E-MEDIA1] when the media process is killed its calls end cleanly, and the next call has sound", async () => {
  const since = Date.now();
  const maya = await world.phone("maya", 700);
  const dev = await world.phone("dev", 800);
  const caller = await maya.dial("102");
  const called = await dev.takeCall();
  await Promise.all([caller.hears(800), called.hears(700)]);
  const before = mediaProcess();
  process.kill(before, "SIGKILL");
  // Either end is told in SIP or gets its audio back; nobody is left with a dead line.
  await vi.waitFor(
    () => {
      const isOver = caller.state === "ended" && called.state === "ended";
      const isBack = caller.audio.heard(800) > 600 && called.audio.heard(700) > 600;
      expect(isOver || isBack).toBe(true);
    },
    { timeout: 40_000, interval: 100 },
  );
  await vi.waitFor(() => expect(mediaProcess()).not.toBe(before), { timeout: 10_000 });
  for (const call of [caller, called]) if (call.state !== "ended") call.hangUp();
  await world.isAtRest();
  const again = await maya.dial("102");
  const answered = await dev.takeCall();
  await Promise.all([again.hears(800), answered.hears(700)]);
  again.hangUp();
  await answered.hasEnded("remoteBye");
  await world.isAtRest();
  // Two calls of hers, each written once.
  expect(await world.records("maya", since)).toHaveLength(2);
}, 90_000);
