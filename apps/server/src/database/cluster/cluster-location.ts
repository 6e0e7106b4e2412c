import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeFileDurably } from "../../platform/files/durable-files.ts";
import type { DatabaseLog } from "../database-log.ts";
import { type Account, canEnter } from "./account.ts";

/** Where a cluster that cannot live in the data folder is kept, best first. */
export const STATE_ROOTS: readonly string[] = ["/var/lib/offhook", join(tmpdir(), "offhook")];

/** Kept in the data folder, so that whoever moves or looks into it finds the rest. */
const LOCATION_FILE = "postgres-location.json";

interface Location {
  readonly folder: string;
  /** From then on an empty place means lost data, not a first start. */
  readonly isInitialized: boolean;
}

export interface ClusterLocation {
  readonly folder: string;
  /** Whom the database must run as; undefined for ourselves. */
  readonly account: Account | undefined;
  /** To be called once the cluster is there. */
  confirm(): Promise<void>;
}

export interface LocateClusterOptions {
  readonly dataDir: string;
  /** The account for a new cluster. An existing one goes on with the account that owns it. */
  readonly account: Account | undefined;
  readonly stateRoots: readonly string[];
  readonly log: DatabaseLog;
}

/** The folder that holds the cluster's data, socket and log; it exists and belongs to the account. */
export async function locateCluster(options: LocateClusterOptions): Promise<ClusterLocation> {
  const { dataDir, account, log } = options;
  const recorded = await readLocation(dataDir);
  if (recorded) return openRecorded(dataDir, recorded, account);

  const inside = join(dataDir, "postgres");
  if (await isPresent(join(inside, "data"))) return openExisting(inside, account);
  if (await canEnter(account, dataDir)) {
    await makeOwnFolder(inside, account);
    return { folder: inside, account, confirm: async () => undefined };
  }
  // Only root gets here: any other user can enter a folder that they have just written to.
  const root = await findStateRoot(options);
  const folder = join(root, `${shortHash(dataDir)}-${randomBytes(4).toString("hex")}`);
  // Recorded before it is made: a crash in between must not leave a folder that nothing points to.
  await writeLocation(dataDir, { folder, isInitialized: false });
  log.info({ dataDir, folder }, `The database is kept in ${folder}: its user cannot enter ${dataDir}`);
  return openRecorded(dataDir, { folder, isInitialized: false }, account);
}

async function openRecorded(
  dataDir: string,
  { folder, isInitialized }: Location,
  account: Account | undefined,
): Promise<ClusterLocation> {
  if (await isPresent(join(folder, "data"))) {
    const existing = await openExisting(folder, account);
    return { ...existing, confirm: () => writeLocation(dataDir, { folder, isInitialized: true }) };
  }
  if (isInitialized) {
    throw new Error(
      `${join(dataDir, LOCATION_FILE)} says that the database is in ${folder}, but it is not there. ` +
        "Bring it back, or remove that file to begin with an empty database.",
    );
  }
  await makeOwnFolder(folder, account);
  return { folder, account, confirm: () => writeLocation(dataDir, { folder, isInitialized: true }) };
}

/** PostgreSQL insists that the one who runs it owns its files. */
async function openExisting(folder: string, account: Account | undefined): Promise<ClusterLocation> {
  const { uid, gid } = await stat(folder);
  const owner = account && uid !== 0 && uid !== account.uid ? { name: `user ${uid}`, uid, gid } : account;
  if (!(await canEnter(owner, folder))) {
    throw new Error(`The database is in ${folder}, which ${owner?.name ?? "this user"} cannot enter`);
  }
  return { folder, account: owner, confirm: async () => undefined };
}

/** The first state root that can be made and that the account can enter. */
export async function findStateRoot(
  options: Pick<LocateClusterOptions, "account" | "stateRoots">,
): Promise<string> {
  for (const root of options.stateRoots) {
    try {
      if (await mkdir(root, { recursive: true })) await chmod(root, 0o755);
      const { uid } = await stat(root);
      // In a temporary folder anybody could have put one of their own there first.
      if (uid === process.getuid?.() && (await canEnter(options.account, root))) return root;
    } catch {
      // Read-only or not allowed: the next one may do.
    }
  }
  throw new Error(
    `The database needs a folder its user can enter; none of ${options.stateRoots.join(", ")} is one`,
  );
}

/** A folder that the account alone can enter. */
export async function makeOwnFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Looked at even if it was there already: we may have been killed between making it and giving it away.
  if (account && (await stat(folder)).uid === 0) await chown(folder, account.uid, account.gid);
}

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

async function readLocation(dataDir: string): Promise<Location | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, LOCATION_FILE), "utf8")) as Location;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function writeLocation(dataDir: string, location: Location): Promise<void> {
  return writeFileDurably(join(dataDir, LOCATION_FILE), `${JSON.stringify(location, undefined, 2)}\n`);
}

async function isPresent(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
