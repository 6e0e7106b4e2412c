import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDatabase } from "../create-database.ts";
import { processesNaming } from "../testing/running-processes.ts";
import { makeTemporaryFolder } from "../testing/temporary-cluster.ts";
import { type Cluster, type ClusterOptions, startCluster } from "./start-cluster.ts";

const DEBIAN_15 = "/usr/lib/postgresql/15/bin";
const isRoot = process.getuid?.() === 0;
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let folder: string;
let clusters: Cluster[];

beforeEach(async () => {
  vi.resetAllMocks();
  clusters = [];
  folder = await makeTemporaryFolder("cluster");
});
afterEach(async () => {
  for (const cluster of clusters) await cluster.stop();
  await rm(folder, { recursive: true });
});

async function start(options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const cluster = await startCluster({ dataDir: join(folder, "data"), log, ...options });
  clusters.push(cluster);
  return cluster;
}

async function ask<Row extends pg.QueryResultRow>(cluster: Cluster, query: string): Promise<Row[]> {
  const client = new pg.Client(cluster.connection);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

const setting = async (cluster: Cluster, name: string): Promise<unknown> =>
  (await ask<Record<string, unknown>>(cluster, `show ${name}`))[0]?.[name];

async function postmasterPid(cluster: Cluster): Promise<number> {
  return Number.parseInt(await readFile(join(cluster.dataFolder, "postmaster.pid"), "utf8"), 10);
}

test("a new cluster is durable, private and speaks UTF-8, also in a folder with spaces", async () => {
  const dataDir = join(folder, "my data, and more");
  const cluster = await start({ dataDir });
  expect(await setting(cluster, "fsync")).toBe("on");
  expect(await setting(cluster, "data_checksums")).toBe("on");
  expect(await setting(cluster, "listen_addresses")).toBe("");
  expect(await setting(cluster, "server_encoding")).toBe("UTF8");
  const [database] = await ask<{ datcollate: string; lower: string }>(
    cluster,
    "select datcollate, lower('ÄÉ') from pg_database where datname = current_database()",
  );
  expect(database).toEqual({ datcollate: "C.UTF-8", lower: "äé" });
  const socketFolder = await stat(cluster.connection.host ?? "");
  expect(socketFolder.mode & 0o777).toBe(0o700);
  const owner = await stat(`/proc/${await postmasterPid(cluster)}`);
  expect(owner.uid).toBe(isRoot ? socketFolder.uid : process.getuid?.());
  expect(owner.uid).not.toBe(0);

  await cluster.stop();
  expect(await processesNaming(dataDir)).toEqual([]);
  expect((await readdir(dataDir)).sort()).toEqual(["postgres"]);
});

test("the second start finds what the first one kept, and is quick", async () => {
  const first = await start();
  await ask(first, "create table kept as select 42 as answer");
  await first.stop();
  const durations: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = performance.now();
    const cluster = await start();
    durations.push(performance.now() - before);
    expect(await ask(cluster, "select answer from kept")).toEqual([{ answer: 42 }]);
    await cluster.stop();
  }
  // The best of three: what else the machine is doing is not the question.
  expect(Math.min(...durations)).toBeLessThan(1_000);
});

test("a second server on the same folder is refused while the first lives, under any name of the folder", async () => {
  const dataDir = join(folder, "data");
  const first = await start({ dataDir });
  await expect(start({ dataDir: `${folder}/./data/../data` })).rejects.toThrow(
    `Another server (process ${process.pid}) is using the data folder ${dataDir}`,
  );
  expect(await ask(first, "select 1 as one")).toEqual([{ one: 1 }]);
  await first.stop();
  await (await start({ dataDir })).stop();
});

test("of servers that start together in a new folder one wins, and the others say why they do not", async () => {
  const results = await Promise.allSettled(Array.from({ length: 3 }, () => start()));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused).toHaveLength(2);
  for (const { reason } of refused) expect(String(reason)).toContain("Another server");
});

test("runs an installed PostgreSQL as well, and refuses a folder of another major version", async () => {
  const old = await start({ binDir: DEBIAN_15 });
  expect(await setting(old, "server_version")).toMatch(/^15\./);
  await old.stop();
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 15, but this server runs PostgreSQL 18\. Dump it with PostgreSQL 15/,
  );
  const again = await start({ binDir: DEBIAN_15 });
  expect(await setting(again, "server_version")).toMatch(/^15\./);
});

test("refuses a folder that holds something else", async () => {
  await mkdir(join(folder, "data", "postgres", "data", "photos"), { recursive: true });
  await expect(start()).rejects.toThrow("is not a PostgreSQL data folder");
});

test("says what is wrong when the database does not start", async () => {
  await expect(start({ settings: { shared_buffers: "none" } })).rejects.toThrow(
    /The database did not start: .*shared_buffers/s,
  );
  // The folder is free again, and what was created is used.
  await (await start()).stop();
});

test("a database that dies is started again, and the pool finds it", async () => {
  const cluster = await start();
  const database = createDatabase({ connection: cluster.connection, log });
  const countCompanies = () => database.query.selectFrom("pg_tables" as never).execute();
  await countCompanies();
  process.kill(await postmasterPid(cluster), "SIGKILL");
  await vi.waitUntil(() => log.error.mock.calls.length > 0, { timeout: 10_000 });
  expect(log.error.mock.calls[0]?.[1]).toBe("The database ended unexpectedly; starting it again");
  await vi.waitFor(countCompanies, { timeout: 20_000, interval: 50 });
  await database.close();
});

test("a stop during a restart waits for it and leaves nothing running", async () => {
  const cluster = await start();
  process.kill(await postmasterPid(cluster), "SIGKILL");
  await vi.waitUntil(() => log.error.mock.calls.length > 0, { timeout: 10_000 });
  await cluster.stop();
  await vi.waitFor(async () => expect(await processesNaming(folder)).toEqual([]), { timeout: 10_000 });
});

test("lock files of a dead database that now name an innocent process harm neither", async () => {
  const first = await start();
  const { dataFolder, connection } = first;
  await first.stop();
  const innocent = `${process.pid}\n${dataFolder}\n`;
  await writeFile(join(dataFolder, "postmaster.pid"), innocent);
  await writeFile(join(connection.host ?? "", ".s.PGSQL.5432.lock"), innocent);
  expect(await ask(await start(), "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a path too long for a socket gets one in the temporary folder", async () => {
  const dataDir = join(folder, "long".repeat(30));
  const cluster = await start({ dataDir });
  expect(cluster.connection.host).not.toContain(folder);
  expect((await stat(cluster.connection.host ?? "")).mode & 0o777).toBe(0o700);
  expect(await ask(cluster, "select 1 as one")).toEqual([{ one: 1 }]);
  await cluster.stop();
  await rm(cluster.connection.host ?? "", { recursive: true });
});

test("in a folder that only its owner can enter: root's database moves out, anybody else's stays", async () => {
  const locked = join(folder, "locked");
  const stateRoot = join(folder, "state");
  const dataDir = join(locked, "data");
  await mkdir(locked);
  await chmod(locked, 0o700);
  const options = { dataDir, stateRoots: [stateRoot] };
  const first = await start(options);
  await ask(first, "create table kept as select 42 as answer");
  expect(first.dataFolder.startsWith(isRoot ? stateRoot : dataDir)).toBe(true);
  const told = log.info.mock.calls.filter(([, message]) => String(message).includes("its user cannot enter"));
  expect(told).toHaveLength(isRoot ? 1 : 0);
  await first.stop();

  // Moved with its folder, it is still found.
  const second = await start(options);
  expect(second.dataFolder).toBe(first.dataFolder);
  expect(await ask(second, "select answer from kept")).toEqual([{ answer: 42 }]);
  await second.stop();

  // What was there once and is gone must not be replaced by an empty database in silence.
  await rm(stateRoot, { recursive: true, force: true });
  if (isRoot)
    await expect(start(options)).rejects.toThrow(/says that the database is in .* but it is not there/);
});
