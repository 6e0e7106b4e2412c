import { expect, test } from "vitest";
import * as contract from "./index.ts";
import { api } from "./index.ts";

const tables = Object.entries(contract).filter(([name]) => name.endsWith("Api"));
const routes = Object.values(api).map((route) => `${route.method} ${route.path.replace(/:\w+/g, ":")}`);

test("no two tables share the name of an operation, or one route would silently hide the other", () => {
  const names = tables.flatMap(([, table]) => Object.keys(table));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(Object.keys(api).sort()).toEqual(names.sort());
});

test("no two operations share method and path", () => {
  expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
});
