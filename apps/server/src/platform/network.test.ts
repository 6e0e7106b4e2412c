import { describe, expect, test } from "vitest";
import { AddressSet, addressKey, clientAddress, isLoopback } from "./network.ts";

describe("sets of addresses", () => {
  const set = new AddressSet(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "loopback"]);
  test.each([
    ["10.255.0.1", true],
    ["11.0.0.1", false],
    ["192.0.2.7", true],
    ["192.0.2.8", false],
    ["::ffff:10.0.0.1", true],
    ["2001:db8:ffff::1", true],
    ["2001:db9::1", false],
    ["127.0.0.53", true],
    ["::1", true],
    ["", false],
    ["unix:", false],
  ])("%s is in it: %s", (address, isIn) => {
    expect(set.has(address)).toBe(isIn);
  });

  test.each(["", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "host.example", "1.2.3"])(
    "%j is refused",
    (entry) => {
      expect(() => new AddressSet([entry])).toThrow(RangeError);
    },
  );
});

test("loopback is this machine", () => {
  expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].every(isLoopback)).toBe(true);
  expect(["0.0.0.0", "::", "192.168.0.1"].some(isLoopback)).toBe(false);
});

describe("the client behind proxies", () => {
  const proxies = new AddressSet(["10.0.0.0/8"]);
  const isTrusted = (address: string): boolean => proxies.has(address);
  test.each([
    ["no proxy", "192.0.2.1", undefined, "192.0.2.1"],
    ["a header from a stranger", "192.0.2.1", "198.51.100.1", "192.0.2.1"],
    ["one proxy", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["two proxies", "10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["a forged first entry", "10.0.0.1", "203.0.113.5, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
    ["only proxies", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["no header", "10.0.0.1", undefined, "10.0.0.1"],
    ["nonsense", "10.0.0.1", "198.51.100.1, <script>", "10.0.0.1"],
    ["a mapped address", "::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
  ])("%s", (_name, peer, header, client) => {
    expect(clientAddress(peer, header, isTrusted)).toBe(client);
  });
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::", "fe80:0:0:0::/64"],
])("%s is counted as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
