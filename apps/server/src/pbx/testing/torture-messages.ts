import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The messages lie beside the repository and are not part of it. */
export const TORTURE_FOLDER =
  process.env.OFFHOOK_RFC4475_DIR ??
  fileURLToPath(new URL("../../../../../../shared/data/rfc4475", import.meta.url));

export const hasTortures = existsSync(TORTURE_FOLDER);

const BRANCH = /(branch=z9hG4bK[^;,\s]+)/;
const CALL_ID = /^((?:Call-ID|i)\s*:\s*[^\s]+)/im;

/**
 * As it stands in the file but for its branch and Call-ID. Some share theirs, and all come once over each transport:
 * the server would rightly take the second for a repetition of the first.
 */
export function tortureMessage(name: string, transport: string): Buffer {
  const text = readFileSync(`${TORTURE_FOLDER}/${name}.dat`).toString("latin1");
  const own = `.${transport}.${name}`;
  return Buffer.from(text.replace(BRANCH, `$1${own}`).replace(CALL_ID, `$1${own}`), "latin1");
}
