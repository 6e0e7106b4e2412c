import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Whom the database runs as. PostgreSQL refuses to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const runFile = promisify(execFile);
const PREFERRED_NAMES = ["postgres", "nobody"];

/** Undefined: we are not root, so the database runs as ourselves. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = pickAccount(await readFile("/etc/passwd", "utf8"));
  if (!account)
    throw new Error(`The database cannot run as root, and there is no user ${PREFERRED_NAMES.join(" or ")}`);
  return account;
}

export function pickAccount(passwd: string): Account | undefined {
  const accounts = passwd.split("\n").map(parseAccount);
  return PREFERRED_NAMES.map((name) => accounts.find((account) => account?.name === name)).find(Boolean);
}

function parseAccount(line: string): Account | undefined {
  const [name, , uid, gid] = line.split(":");
  if (!name || !uid || !gid) return undefined;
  // A "postgres" that is another name for root would not help.
  return Number(uid) === 0 ? undefined : { name, uid: Number(uid), gid: Number(gid) };
}

/** For the options of spawn and the like. */
export function identityOf(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Asked of the system itself, because modes, lists of access rights and mount options all have a say. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  try {
    await runFile("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { cwd: "/", ...identityOf(account) });
    return true;
  } catch {
    return false;
  }
}
