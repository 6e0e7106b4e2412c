import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { migrate } from "./migrate.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const name = `migrate_${process.pid}`;
const admin = new pg.Client({ ...inject("postgres"), database: "postgres" });
let connection: pg.ClientConfig;

beforeAll(() => admin.connect());
afterAll(() => admin.end());
beforeEach(async () => {
  await admin.query(`create database ${name}`);
  connection = { ...inject("postgres"), database: name };
});
afterEach(() => admin.query(`drop database ${name} with (force)`));

function aMigration(migrationName: string, sql: string): Migration {
  return { name: migrationName, sql, checksum: createHash("sha256").update(sql).digest("hex") };
}

const colors = aMigration(
  "0001-colors",
  "create table colors (name text); insert into colors values ('red')",
);
const shapes = aMigration("0002-shapes", "create table shapes (name text)");

async function tables(): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'public' order by 1",
  );
  await client.end();
  return rows.map((row) => row.table_name);
}

test("applies what is new, in order, and only once", async () => {
  await migrate({ connection, log, migrations: [colors] });
  await migrate({ connection, log, migrations: [colors, shapes] });
  await migrate({ connection, log, migrations: [colors, shapes] });
  expect(await tables()).toEqual(["colors", "migrations", "shapes"]);
});

test("servers that start together apply each migration once", async () => {
  await Promise.all(
    Array.from({ length: 5 }, () => migrate({ connection, log, migrations: [colors, shapes] })),
  );
  expect(await tables()).toEqual(["colors", "migrations", "shapes"]);
});

test("a migration that fails leaves nothing of itself, and those before it stay", async () => {
  const broken = aMigration("0002-broken", "create table half (name text); select 1 / 0");
  await expect(migrate({ connection, log, migrations: [colors, broken] })).rejects.toThrow(
    "The database migration 0002-broken failed: division by zero",
  );
  expect(await tables()).toEqual(["colors", "migrations"]);
  await migrate({ connection, log, migrations: [colors, shapes] });
  expect(await tables()).toEqual(["colors", "migrations", "shapes"]);
});

test.each<[string, Migration[], string]>([
  [
    "changed after it was applied",
    [aMigration("0001-colors", "select 1"), shapes],
    "0001-colors was changed",
  ],
  ["of a newer version", [colors], "0002-shapes, which this version of the server does not know"],
  [
    "slipped in before an applied one",
    [colors, aMigration("0001-more", "select 1"), shapes],
    "number it higher",
  ],
])("refuses a migration %s", async (_what, migrations, message) => {
  await migrate({ connection, log, migrations: [colors, shapes] });
  await expect(migrate({ connection, log, migrations })).rejects.toThrow(message);
});

test("refuses a database that cannot hold every letter", async () => {
  await admin.query(`drop database ${name}`);
  await admin.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
  await expect(migrate({ connection, log, migrations: [colors] })).rejects.toThrow("encoding SQL_ASCII");
  expect(await tables()).toEqual([]);
});

test("the real migrations are numbered without doubt and apply to an empty database", async () => {
  const migrations = await readMigrations();
  expect(migrations.length).toBeGreaterThan(0);
  await migrate({ connection, log, migrations });
  expect(await tables()).toContain("customers");
});

test.each([
  ["a number taken twice", ["0001-a.sql", "0001-b.sql"], "0001-a.sql and 0001-b.sql have the same number"],
  ["a name that does not sort", ["1-a.sql"], "1-a.sql is no name for a migration"],
])("refuses %s", async (_what, files, message) => {
  const folder = await mkdtemp(join(tmpdir(), "offhook-migrations-"));
  try {
    await mkdir(folder, { recursive: true });
    for (const file of files) await writeFile(join(folder, file), "select 1");
    await expect(readMigrations(pathToFileURL(`${folder}/`))).rejects.toThrow(message);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("line ends of another system are not a change", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offhook-migrations-"));
  try {
    await writeFile(join(folder, "0001-a.sql"), "select 1;\r\nselect 2;\r\n");
    const [windows] = await readMigrations(pathToFileURL(`${folder}/`));
    await writeFile(join(folder, "0001-a.sql"), "select 1;\nselect 2;\n");
    const [unix] = await readMigrations(pathToFileURL(`${folder}/`));
    expect(windows?.checksum).toBe(unix?.checksum);
  } finally {
    await rm(folder, { recursive: true });
  }
});
