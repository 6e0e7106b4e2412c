import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { run } from "./spawn.mjs";

/** Programs the tests drive, with the Debian package that brings each. */
const PROGRAMS = {
  chromium: { package: "chromium", isThere: () => findChromium() !== undefined },
  baresip: { package: "baresip", isThere: () => existsSync("/usr/bin/baresip") },
  linphone: { package: "linphone-cli", isThere: () => existsSync("/usr/bin/linphonec") },
  sipp: { package: "sip-tester", isThere: () => existsSync("/usr/bin/sipp") },
  spandsp: { package: "libspandsp2", isThere: () => isLibraryThere("libspandsp.so.2") },
  // The other fax machine of the tests is compiled by them.
  compiler: { package: "gcc", isThere: () => existsSync("/usr/bin/gcc") },
  headers: { package: "libc6-dev", isThere: () => existsSync("/usr/include/stdio.h") },
  postgres: { package: "postgresql-15", isThere: () => existsSync("/usr/lib/postgresql/15/bin/postgres") },
};

/** Those that only the benchmarks need: peers we measure ourselves against. */
const PEERS = {
  kamailio: {
    package: "kamailio-websocket-modules",
    isThere: () => existsSync("/usr/sbin/kamailio") && findModule("kamailio/modules/websocket.so"),
  },
  rtpengine: { package: "rtpengine-daemon", isThere: () => existsSync("/usr/bin/rtpengine") },
  janus: { package: "janus", isThere: () => existsSync("/usr/bin/janus") },
  ejabberd: { package: "ejabberd", isThere: () => existsSync("/usr/sbin/ejabberdctl") },
  prosody: { package: "prosody", isThere: () => existsSync("/usr/bin/prosody") },
  // Its module of SQLite, which has full text search.
  python: { package: "python3", isThere: () => existsSync("/usr/bin/python3") },
};
const ALL = { ...PROGRAMS, ...PEERS };
export const BENCH_PROGRAMS = Object.keys(ALL);

const findModule = (path) =>
  readdirSync("/usr/lib").some((folder) => existsSync(`/usr/lib/${folder}/${path}`));

const isLibraryThere = (name) => existsSync(`/usr/lib/${name}`) || findModule(name);

const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

export function findChromium() {
  if (process.env.OFFHOOK_CHROMIUM) return process.env.OFFHOOK_CHROMIUM;
  const folders = (process.env.PATH ?? "").split(":");
  return CHROMIUM_NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find((path) =>
    existsSync(path),
  );
}

function aptCommand() {
  if (spawnSync("apt-get", ["--version"]).status !== 0) return undefined;
  if (process.getuid?.() === 0) return ["apt-get"];
  return spawnSync("sudo", ["-n", "true"]).status === 0 ? ["sudo", "-n", "apt-get"] : undefined;
}

async function install([command, ...prefix], packages) {
  console.log(`Installing ${packages.join(", ")} ...`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const quiet = ["-qq", "-o=Dpkg::Use-Pty=0"];
  await run(command, [...prefix, "update", ...quiet], { env });
  await run(command, [...prefix, "install", "-y", "--no-install-recommends", ...quiet, ...packages], { env });
}

/** Installs what is missing with apt where that is allowed; elsewhere says what to install and stops. */
export async function ensureDebianPrograms(names = Object.keys(PROGRAMS)) {
  const missing = names.filter((name) => !ALL[name].isThere());
  if (missing.length === 0) return;
  const packages = missing.map((name) => ALL[name].package);
  const apt = aptCommand();
  if (!apt) throw new Error(`The tests need these programs, please install them: ${packages.join(", ")}.`);
  await install(apt, packages);
  const still = missing.filter((name) => !ALL[name].isThere());
  if (still.length > 0) throw new Error(`Could not install: ${still.join(", ")}.`);
}

/** Longer than a mirror nearby takes; a start does not wait for one that cannot be reached. */
const FAX_LIBRARY_MS = 20_000;

/**
 * Faxes over the phone line need spandsp. In a container, where we are root, it is installed; nobody else's system is
 * touched. The start goes on without it, and the server says what is missing.
 */
export async function ensureFaxLibrary() {
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  if (PROGRAMS.spandsp.isThere() || !isRoot || !aptCommand()) return;
  const late = new Promise((resolve) => {
    setTimeout(resolve, FAX_LIBRARY_MS).unref();
  });
  const installed = install(["apt-get"], [PROGRAMS.spandsp.package]).catch(() => {});
  await Promise.race([installed, late]);
}
