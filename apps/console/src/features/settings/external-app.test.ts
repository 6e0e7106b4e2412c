import { expect, test } from "vitest";
import { externalAppAddress, externalAppProblem } from "./external-app.ts";

const app = {
  isEnabled: true,
  onlyForIncomingCalls: false,
  includeCountryCode: true,
  url: "https://crm.example/{number}",
};
const call = { number: "12125550110", name: "Ana & Bo Reyes", isIncoming: true };

test.each([
  [
    "[EXT1] number and name are filled in",
    "https://crm.example/?p={number}&n={name}",
    "https://crm.example/?p=12125550110&n=Ana%20%26%20Bo%20Reyes",
  ],
  ["[EXT2] https is forced", "http://crm.example/{number}", "https://crm.example/12125550110"],
  ["[EXT2] also where no scheme is written", "crm.example/{number}", "https://crm.example/12125550110"],
  [
    "[EXT2] a port is no scheme",
    "crm.example:8443/lookup?n={number}",
    "https://crm.example:8443/lookup?n=12125550110",
  ],
  ["[EXT2] no other scheme is opened", "javascript:alert('{name}')", undefined],
  ["[EXT3] nothing without an address", " ", undefined],
  ["[EXT3] nothing without a host", "https://", undefined],
])("%s", (_rule, url, address) => {
  expect(externalAppAddress({ ...app, url }, call)).toBe(address);
});

test.each([
  ["added", true, "2125550177", "https://crm.example/12125550177"],
  ["kept", true, "+12125550177", "https://crm.example/12125550177"],
  ["left out", false, "12125550177", "https://crm.example/2125550177"],
])("[EXT4] the country code is %s as the setting says", (_what, includeCountryCode, number, address) => {
  expect(externalAppAddress({ ...app, includeCountryCode }, { ...call, number })).toBe(address);
});

test.each([
  ["when it is off", { isEnabled: false }, true],
  ["for own calls when only incoming ones are wanted", { onlyForIncomingCalls: true }, false],
])("[EXT5] nothing is opened %s", (_when, change, isIncoming) => {
  expect(externalAppAddress({ ...app, ...change }, { ...call, isIncoming })).toBeUndefined();
});

test("[EXT6] an empty address is no mistake, a broken one is", () => {
  expect(externalAppProblem(" ")).toBeUndefined();
  expect(externalAppProblem("not an address")).toBe("This is not an address");
  expect(externalAppProblem("crm.example:8443/lookup?n={number}")).toBeUndefined();
});
