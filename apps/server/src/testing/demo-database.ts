import { link, mkdir, readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Clock } from "@offhook/kernel";
import { pino } from "pino";
import { inject } from "vitest";
import {
  administrate,
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseOptions,
} from "../database/testing/test-database.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { createSessionFeature } from "../features/session/index.ts";
import { createDiskObjectStore } from "../platform/files/object-store-disk.ts";
import { createPasswordHasher } from "../platform/secrets/password-hasher.ts";
import { createSecrets } from "../platform/secrets/secrets.ts";
import { systemClock } from "../platform/system-clock.ts";

interface DemoDatabaseOptions extends Omit<TestDatabaseOptions, "template"> {
  /** A new folder for the object store, which gets the files of the demo. */
  readonly files: string;
  /** When it is seeded. Real time is about the time of the first test of the run that asks. */
  readonly clock?: Clock;
}

/** Any number will do: it is the only lock in the database of the administrator. */
const SEEDING_LOCK = 1;

const DAY_MS = 24 * 60 * 60_000;

/** The secrets that the demo of tests is sealed with. */
export const testSecrets = () => createSecrets(Buffer.alloc(32, 1));

/** As safe as it is quick: not at all. */
export const testHasher = () => createPasswordHasher({ memoryCost: 64, timeCost: 1 });

/**
 * An own database with the demo companies. Seeding takes seconds of a processor, and dozens of files want it: it is
 * done once in a run, and copied from then on.
 */
export async function createDemoDatabase(options: DemoDatabaseOptions): Promise<TestDatabase> {
  const { files, clock = systemClock, ...more } = options;
  const template = clock === systemClock ? "template_demo" : `template_demo_${clock.now()}`;
  const templateFiles = join(inject("templateFolder"), template);
  await administrate(async (admin) => {
    // Also taken where it was seeded long ago: another worker may be at it.
    await admin.query(`select pg_advisory_lock(${SEEDING_LOCK})`);
    const { rowCount } = await admin.query("select 1 from pg_database where datname = $1", [template]);
    if (rowCount) return;
    const seeded = await seedTemplate(templateFiles, clock);
    await admin.query(`alter database ${seeded} rename to ${template}`);
  });
  await linkFiles(templateFiles, files);
  return createTestDatabase({ ...more, template });
}

/** Returns the name of the database. */
async function seedTemplate(files: string, clock: Clock): Promise<string> {
  const database = await createTestDatabase();
  const [secrets, hasher, logger] = [testSecrets(), testHasher(), pino({ level: "silent" })];
  const session = createSessionFeature({
    database,
    clock,
    logger,
    secrets,
    hasher,
    publicUrl: "http://localhost",
  });
  await seedDemo({ database, clock, objects: await createDiskObjectStore(files), secrets, session });
  // The demo shows a fax on its way. In tests nothing dials by itself.
  await database.query
    .updateTable("faxes")
    .set({ next_try_at: new Date(clock.now() + DAY_MS) })
    .where("state", "=", "waiting")
    .where("next_try_at", "<=", new Date(clock.now()))
    .execute();
  await session.close();
  // A template with a connection cannot be copied.
  await database.close();
  return String(database.connection.database);
}

/** An object is never written again under its key, so that stores can share one until they delete it. */
async function linkFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, path));
    if (entry.isDirectory()) await mkdir(target, { recursive: true });
    else {
      await mkdir(dirname(target), { recursive: true });
      await link(path, target);
    }
  }
}
