import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

const NOT_OURS = new Set(["node_modules", "dist", "data", "test-results"]);

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return NOT_OURS.has(entry.name) || entry.name.startsWith(".") ? [] : filesIn(path);
  });
}

const files = filesIn("");
const pages = files.filter((path) => /^docs\/.*\.md$|^README\.md$/.test(path));

/** Docs name a file or folder by its whole path or by the end of it. */
const named = new Set(files.flatMap(placesOf));

function placesOf(path: string): string[] {
  const parts = path.split("/");
  const ends = parts.map((_, from) => parts.slice(from).join("/"));
  const folders = parts.flatMap((_, from) =>
    parts.slice(from, -1).map((__, length) => parts.slice(from, from + length + 1).join("/")),
  );
  return [...ends, ...folders];
}

const FILE = /^[\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|mjs|css|sql|md)$/;
const FOLDER = /^(?:apps|packages|e2e|bench|docs|scripts|features|platform)\/[\w./-]+$/;
/** "Add a feature in eight files" makes one up, and the import table calls any feature x. */
const MADE_UP = /daynotes|day-note|^features\/x$/;

test.each(pages)("the files and folders that %s names exist", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = ""]) => name.replace(/\/$/, ""));
  const paths = quoted.filter((name) => (FILE.test(name) || FOLDER.test(name)) && !MADE_UP.test(name));
  expect(paths.filter((path) => !named.has(path))).toEqual([]);
});

test.each(pages)("the links of %s lead somewhere", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8");
  const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = ""]) => target);
  const own = targets.filter((target) => !/^(?:[a-z]+:|\/)/.test(target));
  expect(own.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});
