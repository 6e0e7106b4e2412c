// Adds to package-lock.json the binaries of platforms that the registry at hand does not carry.
//
// Compilers, linters and image libraries ship one optional package a platform. Where a mirror holds only some of
// them, `npm install` leaves the others out of the lockfile, and then `npm ci` refuses it on every machine. Run this
// after `npm install` has changed the lockfile; it changes nothing when the lockfile is complete.
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../package-lock.json", import.meta.url);
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const SYSTEMS = [
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "aix",
  "win32",
];
const CPUS = ["arm64", "x64", "arm", "ia32", "riscv64", "ppc64", "s390x", "loong64", "mips64el", "wasm32"];
/** How packages spell a processor, where it is not Node's own word. */
const SPELLINGS = { ppc64le: "ppc64", armv7: "arm", mips64: "mips64el", universal: undefined };

/** The platform a package is for, from its name; undefined when the name tells none. */
function platformOf(name) {
  const words = name.replace(/^@[^/]+\//, "").split(/[-.]/);
  const system = SYSTEMS.find((each) => words.includes(each) || words.includes(`${each}musl`));
  const cpu = words
    .map((word) => (word in SPELLINGS ? SPELLINGS[word] : word))
    .find((word) => CPUS.includes(word));
  if (!system && cpu !== "wasm32") return undefined;
  const isMusl = words.some((word) => /musl/.test(word));
  const libc = system === "linux" ? [isMusl ? "musl" : "glibc"] : undefined;
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(system ? { os: [system] } : {}), ...(libc ? { libc } : {}) };
}

/** Where Node would look for a dependency of the package at `path`, nearest first. */
function placesOf(path, name) {
  const places = [];
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (folder === "" || !folder.includes("node_modules/")) return [...places, `node_modules/${name}`];
    places.push(`${folder}/node_modules/${name}`);
  }
}

/** The place to add the package at; undefined when the right version is there. */
function missingPlace(packages, path, name, version) {
  const places = placesOf(path, name);
  const found = places.find((place) => place in packages);
  if (found === undefined) return places.at(-1);
  return packages[found].version === version ? undefined : places[0];
}

const lock = JSON.parse(readFileSync(FILE, "utf8"));
const added = [];
const todo = Object.keys(lock.packages);
for (const path of todo) {
  const parent = lock.packages[path];
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = EXACT.test(version) && missingPlace(lock.packages, path, name, version);
    if (!place) continue;
    const platform = platformOf(name);
    if (!platform) throw new Error(`Cannot tell the platform of ${name}@${version}`);
    const dev = parent.dev ? { dev: true } : {};
    lock.packages[place] = { version, ...platform, ...dev, optional: true };
    added.push(`${name}@${version}`);
  }
}

/** The registry knows the hash even of a package that this machine would never install. */
async function hashOf(name, version) {
  const registry = (process.env.npm_config_registry ?? "https://registry.npmjs.org").replace(/\/$/, "");
  const reply = await fetch(`${registry}/${name.replace("/", "%2f")}/${version}`).catch(() => undefined);
  return reply?.ok ? (await reply.json()).dist?.integrity : undefined;
}

let hashed = 0;
const unknown = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes("node_modules/") || entry.link || entry.integrity) continue;
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const integrity = await hashOf(name, entry.version);
  if (integrity) {
    entry.integrity = integrity;
    hashed += 1;
  } else unknown.push(`${name}@${entry.version}`);
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
if (added.length + hashed > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
if (hashed > 0) console.log(`Added ${hashed} integrity hashes.`);
if (unknown.length > 0) console.log(`The registry has no hash of ${unknown.join(", ")}`);
console.log(added.length === 0 ? "The lockfile is complete." : `Added ${added.length} packages.`);
