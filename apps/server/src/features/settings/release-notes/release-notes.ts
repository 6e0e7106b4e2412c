import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReleaseNotes } from "@offhook/contract";
import { DomainError } from "../../../platform/domain-error.ts";
import { parseChangelog } from "./changelog.ts";

export interface ReleaseNotesReader {
  /** Of the version that is running when none is named. */
  find(version?: string): ReleaseNotes;
}

const releaseNotesMissing = (version: string): DomainError =>
  new DomainError("notFound", "settings.releaseNotesMissing", `There are no notes for version ${version}`);

export function createReleaseNotesReader(changelog: string, runningVersion: string): ReleaseNotesReader {
  const releases = new Map(parseChangelog(changelog).map((release) => [release.version, release]));
  return {
    find(version = runningVersion) {
      const release = releases.get(version.trim().replace(/^v/, ""));
      if (!release) throw releaseNotesMissing(version);
      return release;
    },
  };
}

/** The nearest CHANGELOG.md: beside a bundled server, or at the root of the repository it is built from. */
export function readChangelog(from: string = dirname(fileURLToPath(import.meta.url))): string {
  const path = join(from, "CHANGELOG.md");
  if (existsSync(path)) return readFileSync(path, "utf8");
  const parent = dirname(from);
  return parent === from ? "" : readChangelog(parent);
}
