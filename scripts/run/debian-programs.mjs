import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { run } from "./spawn.mjs";

/** Programs the tests drive, with the Debian package that brings each. */
const PROGRAMS = {
  chromium: { package: "chromium", isThere: () => findChromium() !== undefined },
  baresip: { package: "baresip", isThere: () => existsSync("/usr/bin/baresip") },
  linphone: { package: "linphone-cli", isThere: () => existsSync("/usr/bin/linphonec") },
  sipp: { package: "sip-tester", isThere: () => existsSync("/usr/bin/sipp") },
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
};
const ALL = { ...PROGRAMS, ...PEERS };
export const BENCH_PROGRAMS = Object.keys(ALL);

const findModule = (path) =>
  readdirSync("/usr/lib").some((folder) => existsSync(`/usr/lib/${folder}/${path}`));

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

/** Installs what is missing with apt where that is allowed; elsewhere says what to install and stops. */
export async function ensureDebianPrograms(names = Object.keys(PROGRAMS)) {
  const missing = names.filter((name) => !ALL[name].isThere());
  if (missing.length === 0) return;
  const packages = missing.map((name) => ALL[name].package);
  const apt = aptCommand();
  if (!apt) throw new Error(`The tests need these programs, please install them: ${packages.join(", ")}.`);
  console.log(`Installing ${packages.join(", ")} ...`);
  const [command, ...prefix] = apt;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const quiet = ["-qq", "-o=Dpkg::Use-Pty=0"];
  await run(command, [...prefix, "update", ...quiet], { env });
  await run(command, [...prefix, "install", "-y", "--no-install-recommends", ...quiet, ...packages], { env });
  const still = missing.filter((name) => !ALL[name].isThere());
  if (still.length > 0) throw new Error(`Could not install: ${still.join(", ")}.`);
}
