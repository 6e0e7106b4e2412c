import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONFIG_VARIABLES } from "./config.ts";

test("docs/configuration.md lists every variable, and no other", () => {
  const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  const documented = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(documented.sort()).toEqual([...CONFIG_VARIABLES].sort());
});
