import { ACD_CLOSE, type AcdServerFrame } from "@offhook/contract";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import WebSocket from "ws";
import { demoPerson } from "../../demo/demo-people.ts";
import { PhoneWorld } from "../testing/phone-world.ts";
import type { RobotCall } from "../testing/robot-call.ts";
import type { RobotPhone } from "../testing/robot-phone.ts";

const RING_ALL = { id: 11, extension: "311", strategy: "ringAll" };
const LONGEST_IDLE = { id: 12, extension: "312", strategy: "longestIdle" };
const ROUND_ROBIN = { id: 13, extension: "313", strategy: "roundRobin" };
const WRAP_UP_SECONDS = 3;
const AGENTS = ["dev", "ines", "priya"];
let world: PhoneWorld;

beforeAll(async () => {
  world = await PhoneWorld.start({
    devices: ["maya", "aisha", "tom", ...AGENTS],
    async prepare({ database: { query } }) {
      for (const { id, extension, strategy } of [RING_ALL, LONGEST_IDLE, ROUND_ROBIN]) {
        await query
          .insertInto("queues")
          .values({
            id,
            customer_id: 1,
            name: strategy,
            extension,
            strategy,
            ring_seconds: 5,
            wrap_up_seconds: strategy === "ringAll" ? WRAP_UP_SECONDS : 0,
            announce_seconds: 9,
          })
          .execute();
        const members = AGENTS.map((handle) => ({
          queue_id: id,
          phone_id: demoPerson(handle).id,
          available: true,
        }));
        await query.insertInto("queue_members").values(members).execute();
      }
    },
  });
});
afterEach(async () => {
  await world.stopPhones();
  await world.isAtRest();
});
afterAll(() => world.close());

const ringing = (phone: RobotPhone): RobotCall | undefined =>
  phone.calls.find(({ state }) => state === "ringing");

/** Waits until exactly one of them rings, and says which. */
async function whoRings(phones: Readonly<Record<string, RobotPhone>>): Promise<string> {
  return vi.waitFor(
    () => {
      const names = Object.keys(phones).filter((name) => ringing(phones[name]!));
      expect(names).toHaveLength(1);
      return names[0]!;
    },
    { timeout: 15_000, interval: 40 },
  );
}

/** What happened to callers of a queue, as it is stored. */
async function recorded(queueId: number, since: number): Promise<string[]> {
  const rows = await world.server.database.query
    .selectFrom("queue_records")
    .select("type")
    .where("queue_id", "=", queueId)
    .where("call_id", "is not", null)
    .where("at", ">=", new Date(since))
    .orderBy("id")
    .execute();
  return rows.map(({ type }) => type);
}

async function serve(caller: RobotPhone, extension: string, agents: Record<string, RobotPhone>) {
  const call = await caller.dial(extension);
  const name = await whoRings(agents);
  const answered = ringing(agents[name]!)!;
  answered.answer();
  await call.hears(800);
  answered.hangUp();
  await call.hasEnded("remoteBye");
  return name;
}

test("[E2E-Q1] callers wait with music, hear their place in the line, and go in order", async () => {
  const [maya, tom] = [await world.phone("maya", 700), await world.phone("tom", 750)];
  const first = await maya.dial(RING_ALL.extension);
  await first.talks();
  await first.hearsMusic();
  const second = await tom.dial(RING_ALL.extension);
  await second.talks();
  const client = await world.client("maya");
  const live = await client<{ status: string; dtype: string }[]>("GET", "/calls/live");
  expect(live).toMatchObject([{ status: "waiting", dtype: "queue" }]);
  await second.hearsMusic();
  await second.hearsSpeech();
  await second.hearsMusic();
  const dev = await world.phone("dev", 800);
  const answered = await dev.takeCall();
  await answered.hears(700);
  await first.hears(800);
  expect(second.state).toBe("talking");
  await second.hearsNo(800);
  second.hangUp();
  answered.hangUp();
  await first.hasEnded("remoteBye");
});

test("[E2E-Q2] ring all: every free agent rings, the first has the call, and rests before the next", async () => {
  const since = Date.now();
  const maya = await world.phone("maya", 700);
  const [dev, ines] = [await world.phone("dev", 800), await world.phone("ines", 900)];
  const call = await maya.dial(RING_ALL.extension);
  const [atDev, atInes] = await Promise.all([dev.rings(), ines.rings()]);
  atDev.answer();
  await atInes.hasEnded("cancelled");
  await Promise.all([call.hears(800), atDev.hears(700)]);
  atDev.hangUp();
  await call.hasEnded("remoteBye");
  const endedAt = Date.now();
  await vi.waitFor(
    async () => {
      const [record] = await world.records("dev", since);
      expect(record).toMatchObject({ queue_id: RING_ALL.id, status: "answer" });
      const types = await recorded(RING_ALL.id, since);
      // Dev may rest after the test before, and Ines be rung alone at first.
      expect([...types.slice(0, 2), ...types.slice(-2)]).toEqual(["entered", "offered", "answered", "ended"]);
    },
    { timeout: 10_000 },
  );
  await ines.stop();
  const next = await maya.dial(RING_ALL.extension);
  await dev.rings();
  expect(Date.now() - endedAt).toBeGreaterThan(WRAP_UP_SECONDS * 1_000 - 500);
  next.hangUp();
  await dev.call.hasEnded("cancelled");
});

test("[E2E-Q3] longest idle: whoever has rested longest is next", async () => {
  const maya = await world.phone("maya", 700);
  const agents = {
    dev: await world.phone("dev", 800),
    ines: await world.phone("ines", 800),
    priya: await world.phone("priya", 800),
  };
  const order = [];
  for (let count = 0; count < 4; count += 1) order.push(await serve(maya, LONGEST_IDLE.extension, agents));
  expect(new Set(order.slice(0, 3)).size).toBe(3);
  expect(order[3]).toBe(order[0]);
});

test("[E2E-Q4] round robin: one after the other, and whoever lets it ring is passed over", async () => {
  const maya = await world.phone("maya", 700);
  const agents = {
    dev: await world.phone("dev", 800),
    ines: await world.phone("ines", 800),
    priya: await world.phone("priya", 800),
  };
  expect(await serve(maya, ROUND_ROBIN.extension, agents)).toBe("dev");
  expect(await serve(maya, ROUND_ROBIN.extension, agents)).toBe("ines");
  const call = await maya.dial(ROUND_ROBIN.extension);
  expect(await whoRings(agents)).toBe("priya");
  await agents.priya.call.hasEnded("cancelled");
  expect(await whoRings(agents)).toBe("dev");
  ringing(agents.dev)!.answer();
  await call.hears(800);
  call.hangUp();
});

test("[E2E-Q5] whoever logs out is rung no more, whoever logs in is", async () => {
  const maya = await world.phone("maya", 700);
  const dev = await world.phone("dev", 800);
  const client = await world.client("dev");
  await client("PUT", "/queue/logout", { queue: String(ROUND_ROBIN.id), phone: "dev" });
  const call = await maya.dial(ROUND_ROBIN.extension);
  await call.talks();
  await call.hearsSomething();
  // Long enough that the agent would have been rung.
  await vi.waitFor(() => expect(call.audio.voice.received.length).toBeGreaterThan(100), { timeout: 10_000 });
  expect(dev.calls).toEqual([]);
  await client("PUT", "/queue/login", { queue: String(ROUND_ROBIN.id), phone: "dev" });
  await dev.takeCall();
  await call.hears(800);
  call.hangUp();
  await dev.call.hasEnded("remoteBye");
});

/** Somebody's wallboard: the frames that it was sent, and the code with which it was closed. */
async function wallboard(handle: string) {
  const token = await world.server.signIn(demoPerson(handle).id);
  const socket = new WebSocket(`${await world.webSocketOrigin()}/acd/feed`);
  const board = { frames: [] as AcdServerFrame[], closedWith: undefined as number | undefined, socket };
  socket.on("message", (data) => board.frames.push(JSON.parse(String(data)) as AcdServerFrame));
  socket.on("close", (code) => {
    board.closedWith = code;
  });
  await new Promise((resolve) => socket.once("open", resolve));
  const tell = (frame: object): void => socket.send(JSON.stringify(frame));
  tell({ action: "login", token });
  await vi.waitFor(() => expect(board.frames).toHaveLength(1), { timeout: 10_000 });
  tell({ action: "subscribe" });
  await vi.waitFor(() => expect(board.frames.map(({ type }) => type)).toEqual(["login", "calls"]), {
    timeout: 10_000,
  });
  return { board, tell };
}

type FrameData = {
  [Frame in Exclude<AcdServerFrame, { type: "pong" }> as Frame["type"]]: Frame["data"];
};

test("[FEED5] [FEED6] who subscribes to queues and agents hears them as they are, those of others never", async () => {
  const { board, tell } = await wallboard("dev");
  const tom = await wallboard("tom");
  for (const each of [tell, tom.tell]) each({ action: "subscribe", to: ["queues", "agents", "calls"] });
  const last = <Type extends keyof FrameData>(frames: readonly AcdServerFrame[], type: Type) => {
    const frame = frames.findLast((each) => each.type === type);
    // The type names what is in it.
    return frame && "data" in frame ? (frame.data as FrameData[Type]) : undefined;
  };
  const waiting = () =>
    last(board.frames, "queues")?.queues.find(({ queue_id }) => queue_id === ROUND_ROBIN.id)?.waiting;
  await vi.waitFor(() => expect(waiting()).toEqual([]), { timeout: 10_000 });
  expect(last(board.frames, "agents")?.agents).toContainEqual(
    expect.objectContaining({ queue_id: ROUND_ROBIN.id, phone: "dev", state: "unreachable" }),
  );
  const maya = await world.phone("maya", 700);
  const call = await maya.dial(ROUND_ROBIN.extension);
  await vi.waitFor(() => expect(waiting()).toMatchObject([{ position: 1, number: "101" }]), {
    timeout: 10_000,
  });
  await vi.waitFor(
    () =>
      expect(last(board.frames, "calls")?.calls).toMatchObject([
        { phone: "maya", dir: "out", status: "waiting", queue_id: ROUND_ROBIN.id },
      ]),
    { timeout: 10_000 },
  );
  // The network is lost, and another connection begins with everything.
  board.socket.close();
  const again = await wallboard("dev");
  again.tell({ action: "subscribe", to: ["queues"] });
  await vi.waitFor(
    () => expect(last(again.board.frames, "queues")?.queues.flatMap((each) => each.waiting)).toHaveLength(1),
    { timeout: 10_000 },
  );
  call.hangUp();
  await vi.waitFor(
    () => expect(last(again.board.frames, "queues")?.queues.flatMap((each) => each.waiting)).toEqual([]),
    { timeout: 10_000 },
  );
  expect(again.board.frames.map(({ type }) => type)).not.toContain("agents");
  expect(tom.board.frames.filter(({ type }) => type === "queues" || type === "agents")).toEqual([
    { type: "queues", data: { queues: [] } },
    { type: "agents", data: { agents: [] } },
  ]);
  for (const each of [again, tom]) each.board.socket.close();
});

test("[FEED4] a message reaches users who see the queue; one about an unseen queue ends the feed", async () => {
  // One after the other: signing in sets the password anew.
  const dev = await wallboard("dev");
  const priya = await wallboard("priya");
  const tom = await wallboard("tom");
  dev.tell({ action: "message", queue_id: RING_ALL.id, text: " Lunch at one " });
  for (const { board } of [dev, priya])
    await vi.waitFor(
      () =>
        expect(board.frames.at(-1)).toMatchObject({
          type: "message",
          data: { queue_id: RING_ALL.id, user_id: demoPerson("dev").id, text: "Lunch at one" },
        }),
      { timeout: 10_000 },
    );
  tom.tell({ action: "message", queue_id: RING_ALL.id, text: "Hello" });
  await vi.waitFor(() => expect(tom.board.closedWith).toBe(ACD_CLOSE.accessDenied), { timeout: 10_000 });
  // Frames come in order: an earlier one would have been here by now.
  expect(tom.board.frames.map(({ type }) => type)).not.toContain("message");
  for (const { board } of [dev, priya]) {
    expect(board.frames.filter(({ type }) => type === "message")).toHaveLength(1);
    board.socket.close();
  }
});
