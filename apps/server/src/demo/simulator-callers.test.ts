import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OUTSIDE_PARTIES } from "./seeders/calls/outside-parties.ts";

test("whoever the console's simulator lets call or text has the number of the contact of that name", () => {
  const page = new URL("../../../console/src/app/simulator/simulator-acts.ts", import.meta.url);
  const people = [...readFileSync(page, "utf8").matchAll(/\{ from: "(\d+)", name: "([^"]+)" \}/g)];
  expect(people.length).toBeGreaterThan(8);
  for (const [, number, name] of people) expect(OUTSIDE_PARTIES).toContainEqual([number, name]);
});
