import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { ROOT } from "./root.mjs";
import { must, npm, run } from "./spawn.mjs";

const FOLDER = join(ROOT, "packages", "speech", "engine");
const MANIFEST = join(FOLDER, "packages.json");
const INSTALLED = join(FOLDER, "node_modules");
const STAMP = join(INSTALLED, ".offhook-installed");

function wanted(manifest) {
  return createHash("sha256").update(manifest).update(`${process.platform} ${process.arch}`).digest("hex");
}

/** Only the built-in engine needs it: not where transcription is off, nor where a service does it. */
function isWanted() {
  const choice = process.env.OFFHOOK_TRANSCRIPTION?.trim() || "1";
  return choice === "1";
}

async function check(tarball, integrity) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(tarball), hash);
  const found = `sha512-${hash.digest("base64")}`;
  if (found !== integrity) throw new Error(`${tarball} is not what was asked for: ${found}`);
}

const forThisPlatform = (path) =>
  path.replace("{platform}", process.platform).replace("{arch}", process.arch);

async function unpack({ name, version, integrity, files }, work) {
  const download = join(work, "downloads", name);
  const target = join(work, name);
  for (const folder of [download, target]) mkdirSync(folder, { recursive: true });
  const quiet = { stdio: ["ignore", "ignore", "inherit"] };
  await must(
    npm(["pack", `${name}@${version}`, "--pack-destination", download, "--loglevel", "error"], quiet),
    `Downloading ${name}`,
  );
  const [file] = readdirSync(download);
  const tarball = join(download, file);
  await check(tarball, integrity);
  const parts = files.map((each) => `package/${forThisPlatform(each)}`);
  await must(
    run("tar", ["-xzf", tarball, "-C", target, "--strip-components=1", ...parts], quiet),
    `Unpacking ${name}`,
  );
}

/**
 * What the built-in transcriber runs with; see the README beside the manifest. Never fails: without it everything else
 * works, and the next start tries again.
 */
export async function ensureSpeechEngine() {
  const manifest = readFileSync(MANIFEST, "utf8");
  const key = wanted(manifest);
  if (!isWanted() || (existsSync(STAMP) && readFileSync(STAMP, "utf8") === key)) return;
  const { platforms, packages } = JSON.parse(manifest);
  if (!platforms.includes(`${process.platform}-${process.arch}`)) return;
  console.log("Downloading the speech engine ...");
  const work = join(INSTALLED, `.unpacking-${process.pid}`);
  try {
    await Promise.all(packages.map((each) => unpack(each, work)));
    rmSync(STAMP, { force: true });
    for (const { name } of packages) {
      mkdirSync(dirname(join(INSTALLED, name)), { recursive: true });
      rmSync(join(INSTALLED, name), { recursive: true, force: true });
      renameSync(join(work, name), join(INSTALLED, name));
    }
    writeFileSync(STAMP, key);
  } catch (error) {
    console.warn(
      `Voicemails are not transcribed until the speech engine can be downloaded: ${error.message}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
