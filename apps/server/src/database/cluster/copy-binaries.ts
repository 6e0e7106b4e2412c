import { randomBytes } from "node:crypto";
import { chmod, cp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../../platform/files/durable-files.ts";

const HOUR_MS = 3_600_000;

/** A copy of the platform package below `root`, readable by everybody; made once per version. */
export async function copyBinaries(packageDir: string, root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")) as {
    version: string;
  };
  const name = `postgresql-${version}`;
  const target = join(root, name);
  await removeAbandonedCopies(root, name);
  if (await isFolder(target)) return target;

  const draft = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await cp(join(packageDir, "native"), join(draft, "native"), { recursive: true, verbatimSymlinks: true });
    await makeReadable(draft);
    await rename(draft, target);
    await syncFolder(root);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Two servers that start together both copy; the second finds the name taken by the same content.
    if (!(await isFolder(target))) throw error;
  }
  return target;
}

/** Left by a server that was killed while copying. A young one may belong to a server that is still at it. */
async function removeAbandonedCopies(root: string, name: string): Promise<void> {
  for (const entry of await readdir(root)) {
    if (!entry.startsWith(name) || !entry.endsWith(".tmp")) continue;
    const path = join(root, entry);
    const { mtimeMs } = await stat(path);
    if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true });
  }
}

/** A strict umask at installation leaves files that only their owner may read. Ends with all of it on the disk. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await makeFileReadable(path);
  }
  await syncFolder(folder);
}

async function makeFileReadable(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    const { mode } = await handle.stat();
    await handle.chmod(mode & 0o100 ? 0o755 : 0o644);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
