import { expect, test } from "vitest";
import { company, endpoint } from "../../testing/asked-route.ts";
import { planOf } from "../company-plan.ts";
import { emergencyNumbersOfRegion } from "./emergency-number-table.ts";
import { emergencyNumbersOf, readEmergency } from "./emergency-numbers.ts";

test.each([
  ["US", ["911", "112", "999"]],
  ["GB", ["999", "112", "911"]],
  ["DE", ["112", "110"]],
  ["AU", ["000", "112", "106"]],
  ["FR", ["112", "15", "17", "18", "114", "191", "196"]],
  ["ES", ["112", "061", "062", "080", "085", "088", "091", "092"]],
  ["DK", ["112", "114"]],
  ["SE", ["112", "90000"]],
  ["CZ", ["112", "150", "155", "156", "158"]],
  ["TR", ["112", "110", "155", "156"]],
  ["MX", ["911", "066"]],
  ["RU", ["112", "01", "02", "03", "101", "102", "103"]],
  ["UA", ["112", "101", "102", "103"]],
  ["JP", ["110", "118", "119"]],
  ["CN", ["110", "119", "120", "122"]],
  ["IN", ["112", "100", "101", "108"]],
  ["ZA", ["10111", "10177", "112"]],
  ["CL", ["133", "131", "132"]],
  ["NG", ["112", "199"]],
  ["TH", ["191", "199", "1669"]],
])("[EMG9] what people in %s dial for help is an emergency number there", (region, numbers) => {
  const config = { ...company({ endpoints: [] }), region };
  expect(emergencyNumbersOf(config)).toEqual(expect.arrayContaining(numbers));
  for (const number of numbers) expect(readEmergency(planOf(config), number)).toBe(number);
});

test.each([
  ["US", "411"],
  ["US", "999999"],
  ["DE", "115"],
  ["GB", "101"],
  ["FR", "3919"],
  ["constructor", "toString"],
])("[EMG9] in %s, %s is a number like any other", (region, number) => {
  expect(readEmergency(planOf({ ...company({}), region, endpoints: [] }), number)).toBeUndefined();
});

test("[EMG9] only a country's main number comes before an extension", () => {
  const config = { ...company({ endpoints: [endpoint("101"), endpoint("102")] }), region: "RU" };
  expect(readEmergency(planOf(config), "102")).toBeUndefined();
  expect(readEmergency(planOf(config), "103")).toBe("103");
  expect(emergencyNumbersOfRegion("RU")[0]).toBe("112");
});
