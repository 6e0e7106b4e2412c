import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { rolldown } from "rolldown";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { IS_LONG } from "../../testing/is-long.ts";
import { createDatabase } from "../create-database.ts";
import { processesNaming } from "../testing/running-processes.ts";
import { makeTemporaryFolder } from "../testing/temporary-cluster.ts";
import { startCluster } from "./start-cluster.ts";

/** Each way of dying twice, or four times. */
const KILLS = IS_LONG ? 20 : 10;
const log = pino({ level: "silent" });
const folders: string[] = [];
let program: string;

/** One file, as in production: compiling and loading some hundred modules takes longer than starting the database. */
beforeAll(async () => {
  program = await makeTemporaryFolder("writer");
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../testing/durable-writer.ts", import.meta.url)),
    platform: "node",
    external: ["pg-native"],
    logLevel: "silent",
  });
  await bundle.write({ file: join(program, "writer.mjs"), codeSplitting: false });
  await bundle.close();
  await cp(new URL("../migrations/", import.meta.url), join(program, "migrations"), { recursive: true });
  await symlink(
    fileURLToPath(new URL("../../../../../node_modules", import.meta.url)),
    join(program, "node_modules"),
  );
});
afterAll(() => rm(program, { recursive: true }));

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newDataDir(): Promise<string> {
  const folder = await makeTemporaryFolder("durability");
  folders.push(folder);
  return join(folder, "data");
}

interface Writer {
  readonly process: ChildProcess;
  /** Every number it has promised to keep. */
  readonly acknowledged: number[];
  readonly ready: Promise<void>;
}

function startWriter(dataDir: string): Writer {
  const child = spawn(process.execPath, [join(program, "writer.mjs"), dataDir], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const acknowledged: number[] = [];
  let complaints = "";
  let rest = "";
  child.stderr?.on("data", (chunk) => {
    complaints += chunk;
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (chunk) => {
      const lines = `${rest}${chunk}`.split("\n");
      rest = lines.pop() ?? "";
      if (lines.includes("ready")) resolve();
      acknowledged.push(...lines.filter((line) => line !== "ready").map(Number));
    });
    child.once("close", () => reject(new Error(`The writer ended: ${complaints}`)));
  });
  // Killed on purpose before it is ready, it has nothing to complain about.
  ready.catch(() => undefined);
  return { process: child, acknowledged, ready };
}

async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

/** Without mercy, and as far as possible at one moment. */
async function killWithDatabase(
  writer: Writer,
  dataDir: string,
  isVictim: (pid: number) => boolean,
): Promise<void> {
  const victims = (await processesNaming(dataDir)).filter(isVictim);
  const closed = once(writer.process, "close");
  for (const pid of victims) process.kill(pid, "SIGKILL");
  await closed;
}

const expectNothingRunning = (dataDir: string): Promise<void> =>
  vi.waitFor(async () => expect(await processesNaming(dataDir)).toEqual([]), {
    timeout: 10_000,
    interval: 20,
  });

async function readBack(dataDir: string) {
  const cluster = await startCluster({ dataDir, log });
  const database = createDatabase({ connection: cluster.connection, log });
  try {
    const rows = await sql<{ number: number }>`select number from written order by number`.execute(
      database.query,
    );
    const events = await database.query.selectFrom("events").select(["id", "event"]).orderBy("id").execute();
    const company = await database.query.selectFrom("customers").select("last_event_id").executeTakeFirst();
    return { numbers: rows.rows.map((row) => row.number), events, lastEventId: company?.last_event_id };
  } finally {
    await database.close();
    await cluster.stop();
  }
}

test(`killed ${KILLS} times while writing, the server loses nothing it acknowledged and leaves nothing running`, async () => {
  const dataDir = await newDataDir();
  const acknowledged: number[] = [];
  for (let round = 0; round < KILLS; round++) {
    const writer = startWriter(dataDir);
    await writer.ready;
    const enough = Math.ceil(Math.random() * 60);
    await vi.waitUntil(() => writer.acknowledged.length >= enough, { timeout: 20_000, interval: 1 });
    if (round % 5 === 3) {
      // As in a power cut: server, watchdog and every process of the database.
      await killWithDatabase(writer, dataDir, () => true);
    } else if (round % 5 === 4) {
      // The database outlives its server and its watchdog; the next start must deal with it.
      const shells = await processesNaming("offhook-watchdog");
      await killWithDatabase(writer, dataDir, (pid) => pid === writer.process.pid || shells.includes(pid));
    } else {
      await kill(writer.process);
      await expectNothingRunning(dataDir);
    }
    acknowledged.push(...writer.acknowledged);
  }

  const { numbers, events, lastEventId } = await readBack(dataDir);
  const kept = new Set(numbers);
  expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  // Every row with its event, in one gapless sequence.
  expect(events.map((event) => event.id)).toEqual(Array.from(events, (_, index) => index + 1));
  expect(events.map((each) => (each.event as { number: number }).number).sort((a, b) => a - b)).toEqual(
    numbers,
  );
  expect(lastEventId).toBe(events.length);
  await expectNothingRunning(dataDir);
}, 90_000);

test("killed again and again during its very first start, the server starts in the end", async () => {
  const dataDir = await newDataDir();
  // Creating the database takes one to two seconds: later and later kills hit every stage of it.
  for (const afterMs of [0, 100, 250, 450, 700, 1000, 1400]) {
    const writer = startWriter(dataDir);
    await vi.waitUntil(async () => (await processesNaming(dataDir)).length > 1, {
      timeout: 20_000,
      interval: 5,
    });
    await sleep(afterMs + Math.random() * 100);
    await kill(writer.process);
    await expectNothingRunning(dataDir);
  }
  const cluster = await startCluster({ dataDir, log });
  await cluster.stop();
  expect((await readdir(join(dataDir, "postgres"))).sort()).toEqual(["data", "postgres.log", "run"]);
  expect((await readdir(dataDir)).sort()).toEqual(["postgres"]);
}, 90_000);
