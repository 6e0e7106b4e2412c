import { expect, test } from "vitest";
import { externalAppAddress, externalAppProblem } from "./external-app-address.ts";

const ana = { number: "12125550110", name: "Ana & Bo Reyes" };

test.each([
  [
    "fills number and name in",
    "https://crm.example/?p={number}&n={name}",
    "https://crm.example/?p=12125550110&n=Ana%20%26%20Bo%20Reyes",
  ],
  ["forces https", "http://crm.example/{number}", "https://crm.example/12125550110"],
  ["adds https", "crm.example/{number}", "https://crm.example/12125550110"],
  ["never runs a script", "javascript:alert('{name}')", undefined],
  ["takes a port", "crm.example:8443/{number}", "https://crm.example:8443/12125550110"],
  ["needs a host", "https://", undefined],
])("%s", (_what, template, address) => {
  expect(externalAppAddress(template, ana)).toBe(address);
});

test("an empty template is no mistake, a broken one is", () => {
  expect(externalAppProblem(" ")).toBeUndefined();
  expect(externalAppProblem("not an address")).toBe("This is not an address");
});
