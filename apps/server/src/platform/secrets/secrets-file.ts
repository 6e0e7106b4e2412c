import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { createSecrets, MASTER_SECRET_BYTES, type Secrets } from "./secrets.ts";

export interface SecretsOptions {
  readonly dataDir: string;
  /** Set it where several servers share one database; otherwise one is made and kept in the data folder. */
  readonly secret?: string | undefined;
}

const FILE_NAME = "secret.key";

export async function loadSecrets({ dataDir, secret }: SecretsOptions): Promise<Secrets> {
  if (secret !== undefined) return createSecrets(Buffer.from(secret, "utf8"));
  const file = path.join(dataDir, FILE_NAME);
  return createSecrets(decode((await read(file)) ?? (await create(file)), file));
}

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function decode(text: string, file: string): Buffer {
  const bytes = Buffer.from(text.trim(), "base64url");
  // Going on with another key would sign everyone out and make the stored second factors unreadable.
  if (bytes.length !== MASTER_SECRET_BYTES) {
    throw new Error(`${file} is damaged. Restore it from a backup.`);
  }
  return bytes;
}

async function create(file: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomBytes(6).toString("hex")}`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(randomBytes(MASTER_SECRET_BYTES).toString("base64url"));
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    // A link appears whole or not at all, and never replaces the key of a server that started a moment earlier.
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(file, "utf8");
}
