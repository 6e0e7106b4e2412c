import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, join } from "node:path";

/** What this machine has of spandsp. Looked for by name alone: only the fax process ever loads it. */
export type FaxLibrary =
  | { readonly found: true; readonly version: string; readonly path: string }
  | { readonly found: false; readonly why: string };

/** 0.0.6, which Debian has. Version 3, FreeSWITCH's own, lays its structures out differently. */
const NAMES = ["libspandsp.so.2", "libspandsp.2.dylib"];
const FOLDERS = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64", "/opt/homebrew/lib", "/lib"];

/** Debian keeps libraries of each kind of processor in a folder of their own. */
const NODE_TO_DEBIAN: Readonly<Record<string, string>> = {
  arm64: "aarch64-linux-gnu",
  x64: "x86_64-linux-gnu",
  arm: "arm-linux-gnueabihf",
  ia32: "i386-linux-gnu",
  ppc64: "powerpc64le-linux-gnu",
  riscv64: "riscv64-linux-gnu",
  s390x: "s390x-linux-gnu",
};

export function findSpandsp(folders: readonly string[] = defaultFolders()): FaxLibrary {
  for (const folder of folders) {
    for (const name of NAMES) {
      const path = join(folder, name);
      if (existsSync(path)) return { found: true, version: versionOf(path), path };
    }
  }
  const other = folders.flatMap(otherVersions)[0];
  const why = other
    ? `${other} is not the spandsp that faxing needs, which is libspandsp.so.2`
    : "The library spandsp (libspandsp.so.2) is not installed. On Debian and Ubuntu: apt-get install libspandsp2";
  return { found: false, why };
}

function defaultFolders(): readonly string[] {
  const own = NODE_TO_DEBIAN[process.arch];
  return own ? [`/usr/lib/${own}`, ...FOLDERS] : FOLDERS;
}

/** "libspandsp.so.2.0.0" */
function versionOf(path: string): string {
  return /(\d+(?:\.\d+)+)/.exec(basename(realpathSync(path)))?.[1] ?? "2";
}

function otherVersions(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((name) => /^libspandsp\.(so\.\d+|\d+\.dylib)$/.test(name));
}
