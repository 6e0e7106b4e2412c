import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { describe, expect, test } from "vitest";

// What docs/architecture.md says of folders and no linter can see.

const ROOT = join(import.meta.dirname, "../../..");
const FOLDERS = [
  "apps/server/src",
  "apps/console/src",
  ...readdirSync(join(ROOT, "packages")).map((name) => `packages/${name}/src`),
];

const ANY_IMPORT = /(?:from|import\()\s*"(\.[^"]+)"/g;
/** What is loaded late is named by its file: with its index.ts all the rest would come. */
const AT_ONCE = /from\s*"(\.[^"]+)"/g;

/** Files that the product is made of, with those they import. */
function importsOf(folder: string, named = ANY_IMPORT): Map<string, Set<string>> {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|\.test\.|\/testing\//.test(path));
  const known = new Set(files);
  return new Map(
    files.map((path) => {
      const code = readFileSync(join(ROOT, path), "utf8");
      const targets = [...code.matchAll(named)].map(([, target = ""]) =>
        normalize(join(dirname(path), target)),
      );
      return [path, new Set(targets.filter((target) => known.has(target)))];
    }),
  );
}

/** Groups of nodes each of which leads to every other one (Tarjan). */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    let low = order.size;
    order.set(node, low);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (path.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === order.get(node)) {
      const circle = path.splice(path.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}

const featureOf = (path: string): string | undefined => /\/features\/([\w-]+)\//.exec(path)?.[1];

function featuresOf(imports: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [path, targets] of imports) {
    const own = featureOf(path);
    if (own === undefined) continue;
    const others = graph.get(own) ?? new Set();
    graph.set(own, others);
    for (const target of targets) {
      const other = featureOf(target);
      if (other !== undefined && other !== own) others.add(other);
    }
  }
  return graph;
}

describe("circles", () => {
  test.each(FOLDERS)("%s: no file leads back to itself", (folder) => {
    expect(circlesOf(importsOf(folder))).toEqual([]);
  });

  test.each(["apps/server/src", "apps/console/src"])(
    "%s: features know each other in one direction only",
    (folder) => {
      expect(circlesOf(featuresOf(importsOf(folder)))).toEqual([]);
    },
  );
});

const PAST_THE_INDEX = [
  // Read before anything else is there, and free of everything else.
  "apps/server/src/config.ts -> apps/server/src/features/messages/carriers/carrier-config.ts",
  "apps/server/src/config.ts -> apps/server/src/features/faxes/provider/fax-provider-config.ts",
  // Both are loaded late, together: the index.ts is in the first load.
  "apps/console/src/features/calls/active/screen/call-devices.tsx -> apps/console/src/features/settings/devices/audio-section.tsx",
];

test.each(["apps/server/src", "apps/console/src"])(
  "%s: a feature is reached through its index.ts",
  (folder) => {
    const found = [...importsOf(folder, AT_ONCE)].flatMap(([path, targets]) =>
      [...targets]
        .filter((target) => featureOf(target) !== undefined && featureOf(target) !== featureOf(path))
        .filter(
          (target) => !/\/features\/[\w-]+\/index\.ts$/.test(target) && !/\/src\/(?:app\/|main\.)/.test(path),
        )
        .map((target) => `${path} -> ${target}`),
    );
    expect(found.filter((each) => !PAST_THE_INDEX.includes(each))).toEqual([]);
  },
);

test("SQL stands in repositories", () => {
  const folder = "apps/server/src";
  const isFree = /\/src\/(?:database|demo)\/|-repository\.ts$/;
  const found = [...importsOf(folder).keys()]
    .filter((path) => !isFree.test(path))
    .filter((path) =>
      /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:`|<)/.test(
        readFileSync(join(ROOT, path), "utf8"),
      ),
    )
    .map((path) => relative(folder, path));
  expect(found).toEqual([]);
});

test("which role switches a feature off is said in one place", () => {
  const isFree = /\/src\/(?:demo\/|database\/feature-roles\.ts$)|\/testing\//;
  const found = [...importsOf("apps/server/src").keys()]
    .filter((path) => !isFree.test(path))
    .filter((path) =>
      /\btc_(?:calls|sms|voicemail|fax|chat|contacts)\b/.test(readFileSync(join(ROOT, path), "utf8")),
    );
  expect(found).toEqual([]);
});
