import { expect, test } from "vitest";
import { costClassOf } from "./cost-class.ts";

test.each([
  ["+19005551234", "premium"],
  ["12129765550", "premium"],
  ["+449098790000", "premium"],
  ["+33892123456", "premium"],
  ["+979123456789", "premium"],
  ["+881612345678", "satellite"],
  ["+870773123456", "satellite"],
  ["+12125550188", undefined],
  ["+18005551234", undefined],
  ["+442079460120", undefined],
  ["911", undefined],
  ["", undefined],
])("[TOLL20] %s costs what %s calls cost", (number, expected) => {
  expect(costClassOf(number)).toBe(expected);
});
