import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { constants as os, setPriority } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { ROOT } from "./root.mjs";

const COMPRESSIBLE = /\.(?:js|css|svg|json|wasm)$/;
/** Below this a compressed copy saves less than its own headers. */
const SMALLEST = 1024;
const brotli = promisify(brotliCompress);

/** Files whose names say what is in them: a copy can come late and is never of another version. */
const CONSOLE_ASSETS = join(ROOT, "apps", "console", "dist", "assets");

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Writes the smallest copy (`.br`) of each file in the folder that has none. It takes a quarter of a minute, which no
 * first start waits for: until a copy is there, the server sends the quick one (`.gz`) of the build.
 */
export async function compressAssets(folder = CONSOLE_ASSETS) {
  const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
  for (const name of names) {
    const path = join(folder, name);
    const copy = `${path}.br`;
    if (await exists(copy)) continue;
    const source = await readFile(path);
    if (source.length < SMALLEST) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    };
    // Under another name first: half a copy must never be sent.
    const unfinished = `${copy}.${process.pid}`;
    await writeFile(unfinished, await brotli(source, { params }));
    await rename(unfinished, copy);
  }
}

/** As a program of its own, beside the server, which comes first. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  setPriority(os.priority.PRIORITY_LOW);
  // A newer build may take the files away meanwhile: it has its own copies made.
  await compressAssets(process.argv[2]).catch(() => {});
}
