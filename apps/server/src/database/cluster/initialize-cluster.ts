import { randomBytes } from "node:crypto";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../platform/files/durable-files.ts";
import type { Account } from "./account.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";
import { spawnTied } from "./tied-process.ts";

export const CLUSTER_USER = "offhook";

const DRAFT_NAME = /^data\.[0-9a-f]+\.tmp$/;

/** Makes the cluster unless it is there already, and returns its data folder. */
export async function initializeCluster(
  folder: string,
  binaries: PostgresBinaries,
  account: Account | undefined,
): Promise<string> {
  const dataFolder = join(folder, "data");
  await removeDrafts(folder);
  const found = await majorVersionOf(dataFolder);
  if (found !== undefined) {
    refuseOtherVersion(dataFolder, found, binaries.major);
    return dataFolder;
  }
  // Under its final name a cluster is always complete: whoever kills us on the way leaves only a draft.
  const draft = join(folder, `data.${randomBytes(6).toString("hex")}.tmp`);
  const { code, output } = await spawnTied(
    join(binaries.binDir, "initdb"),
    initdbArguments(draft, binaries),
    {
      account,
    },
  ).exited;
  if (code !== 0) throw new Error(`The database could not be created in ${folder}: ${output.trim()}`);
  await rename(draft, dataFolder);
  await syncFolder(folder);
  return dataFolder;
}

function initdbArguments(draft: string, { major }: PostgresBinaries): string[] {
  // Same order and same notion of a letter everywhere. Only Linux surely brings that locale, so elsewhere
  // the one that newer versions have built in is taken.
  const locale =
    process.platform === "linux" || major < 17
      ? ["--locale=C.UTF-8"]
      : ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
  return [
    `--pgdata=${draft}`,
    `--username=${CLUSTER_USER}`,
    "--encoding=UTF8",
    ...locale,
    "--data-checksums",
    // The socket's folder keeps everybody else out; over the network nobody comes in at all.
    "--auth-local=trust",
    "--auth-host=reject",
    "--no-instructions",
  ];
}

/** What a first start left that was killed half way. */
async function removeDrafts(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    // Its initdb may still be writing for a moment: it stops when it notices that its server is gone.
    if (DRAFT_NAME.test(entry)) {
      await rm(join(folder, entry), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    }
  }
}

async function majorVersionOf(dataFolder: string): Promise<number | undefined> {
  const entries = await readdir(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!entries) return undefined;
  if (!entries.includes("PG_VERSION")) throw new Error(`${dataFolder} is not a PostgreSQL data folder`);
  return Number.parseInt(await readFile(join(dataFolder, "PG_VERSION"), "utf8"), 10);
}

function refuseOtherVersion(dataFolder: string, found: number, major: number): void {
  if (found === major) return;
  throw new Error(
    `The database in ${dataFolder} was made by PostgreSQL ${found}, but this server runs PostgreSQL ${major}. ` +
      `Dump it with PostgreSQL ${found} and load it into a new data folder, or go back to the version that made it.`,
  );
}
