import { expect, test } from "vitest";
import { numberSearch } from "./number-search.ts";

test.each<[string, readonly string[] | undefined, readonly string[]]>([
  ["212 555", ["212555"], []],
  ["(212) 555-01", ["21255501"], []],
  ["+44 20", ["4420"], []],
  ["020 7946", ["0207946", "207946"], []],
  ["212.555.0123", ["2125550123"], []],
  ["ana 212 555", ["212555"], ["ana"]],
  ["Unit 5", undefined, []],
  ["12", undefined, []],
  ["5551234 or 212", ["5551234"], ["or", "212"]],
  ["007", ["007"], []],
])("[SEA4] %j is the number %j beside %j", (typed, digits, rest) => {
  const found = numberSearch(typed);
  expect(found?.digits).toEqual(digits);
  expect(found?.rest.flatMap(({ words }) => words) ?? []).toEqual(rest);
});
