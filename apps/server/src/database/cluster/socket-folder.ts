import { lstat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { makeOwnFolder, shortHash } from "./cluster-location.ts";

export const SOCKET_PORT = 5432;

/** The kernel takes 103 bytes on every system, of which the name of the socket itself needs a few. */
const LONGEST_FOLDER = 103 - `/.s.PGSQL.${SOCKET_PORT}`.length;

/** A folder only the database's account (and root) can enter: being able to reach the socket is the permission. */
export async function prepareSocketFolder(
  clusterFolder: string,
  account: Account | undefined,
  temporaryRoots: readonly string[] = [tmpdir(), "/tmp"],
): Promise<string> {
  const folder = [
    join(clusterFolder, "run"),
    ...temporaryRoots.map((root) => join(root, `offhook-${shortHash(clusterFolder)}`)),
  ].find((candidate) => Buffer.byteLength(candidate) <= LONGEST_FOLDER);
  if (!folder)
    throw new Error(`No path for the database's socket is short enough; tried below ${clusterFolder}`);
  await makeOwnFolder(folder, account);
  await refuseForeignFolder(folder, account?.uid ?? process.getuid?.());
  return folder;
}

/** In a temporary folder anybody could have put one of their own there first. */
async function refuseForeignFolder(folder: string, owner: number | undefined): Promise<void> {
  const entry = await lstat(folder);
  if (!entry.isDirectory() || entry.uid !== owner || (entry.mode & 0o077) !== 0) {
    throw new Error(`${folder} should be a folder that only the database's user can enter; remove it`);
  }
}
