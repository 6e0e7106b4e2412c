import { channelName } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../database/database.ts";
import type { SessionFeature } from "../features/session/index.ts";
import type { ObjectStore } from "../platform/files/object-store.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { DEMO_COMPANIES, DEMO_PASSWORD, DEMO_PEOPLE } from "./demo-people.ts";
import {
  advanceIdentities,
  clearCompanies,
  isEmpty,
  lockDemo,
  takeStock,
  withoutWordIndexes,
} from "./demo-repository.ts";
import { createRandom } from "./seed-context.ts";
import { SEEDERS } from "./seeders/index.ts";

export interface DemoSeedDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly objects: ObjectStore;
  readonly secrets: Secrets;
  readonly session: Pick<SessionFeature, "hashPassword" | "addSecondFactor">;
  readonly isBig?: boolean | undefined;
  /** After a reset no client's topics are what it believes. */
  readonly evictChats?: (() => void) | undefined;
}

const SEED = 20_260_101;

/** Fills an empty database with the demo companies. Whether it did. */
export async function seedDemo(deps: DemoSeedDeps): Promise<boolean> {
  if (!(await isEmpty(deps.database.query))) return false;
  const isFilled = await withStoredFiles(deps.objects, async (objects) => {
    const passwordHash = await deps.session.hashPassword(DEMO_PASSWORD);
    return deps.database.transaction(async (tx) => {
      await lockDemo(tx.query);
      if (!(await isEmpty(tx.query))) return false;
      await seed(tx, { ...deps, objects }, passwordHash);
      return true;
    });
  });
  if (isFilled && deps.isBig) await takeStock(deps.database.query);
  return isFilled;
}

/** Puts the demo companies back to their first state. Whoever is signed in stays so and loads everything anew. */
export async function resetDemo(deps: DemoSeedDeps): Promise<void> {
  const forgotten = await withStoredFiles(deps.objects, async (objects) => {
    const passwordHash = await deps.session.hashPassword(DEMO_PASSWORD);
    return deps.database.transaction(async (tx) => {
      await lockDemo(tx.query);
      const files = await clearCompanies(
        tx.query,
        DEMO_COMPANIES.map(({ id }) => id),
      );
      await seed(tx, { ...deps, objects }, passwordHash);
      for (const { id, customerId } of DEMO_PEOPLE) {
        tx.publish({ customerId, channel: channelName("user", id), event: { type: "DID_UPDATE" } });
      }
      return files;
    });
  });
  deps.evictChats?.();
  await Promise.all(forgotten.map((key) => deps.objects.delete(key)));
}

async function seed(tx: Transaction, deps: DemoSeedDeps, passwordHash: string): Promise<void> {
  const { session, clock, objects, secrets } = deps;
  const context = {
    tx,
    now: clock.now(),
    random: createRandom(SEED),
    objects,
    isBig: deps.isBig ?? false,
    secrets,
    passwordHash,
    addAppFactor: (userId: number, secret: string) =>
      session.addSecondFactor(tx, userId, { type: "app", secret }),
    addEmailFactor: (userId: number) => session.addSecondFactor(tx, userId, { type: "email" }),
  };
  const fill = async (): Promise<void> => {
    for (const seeder of SEEDERS) await seeder(context);
  };
  await (context.isBig ? withoutWordIndexes(tx.query, fill) : fill());
  await advanceIdentities(tx.query);
}

/** Files are stored before the transaction that speaks of them commits; when it fails, nothing would. */
async function withStoredFiles<Result>(
  objects: ObjectStore,
  work: (objects: ObjectStore) => Promise<Result>,
): Promise<Result> {
  const keys: string[] = [];
  const recording: ObjectStore = {
    head: (key) => objects.head(key),
    get: (key, range) => objects.get(key, range),
    delete: (key) => objects.delete(key),
    async put(content, options) {
      const stored = await objects.put(content, options);
      keys.push(stored.key);
      return stored;
    },
  };
  try {
    return await work(recording);
  } catch (error) {
    await Promise.all(keys.map((key) => objects.delete(key)));
    throw error;
  }
}
