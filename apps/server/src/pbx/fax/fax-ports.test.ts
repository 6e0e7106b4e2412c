import { expect, test } from "vitest";
import { callPortsOf, FaxPorts, faxPortsOf } from "./fax-ports.ts";

test("[FAXP1] faxes have the end of the range, calls the rest, and no port is in both", () => {
  expect(faxPortsOf({ first: 20_000, last: 29_999 })).toEqual({ first: 29_800, last: 29_999 });
  expect(callPortsOf({ first: 20_000, last: 29_999 })).toEqual({ first: 20_000, last: 29_799 });
  expect(callPortsOf({ first: 20_000, last: 20_003 })).toEqual({ first: 20_000, last: 20_003 });
  for (let last = 20_003; last < 20_200; last += 1) {
    const range = { first: 20_000, last };
    const faxes = faxPortsOf(range);
    const calls = callPortsOf(range);
    expect(calls.last).toBe(faxes ? faxes.first - 1 : last);
    expect((faxes?.first ?? 0) % 2).toBe(0);
  }
});

test("[FAXP2] a port has one call, and comes last in turn after it", () => {
  const ports = new FaxPorts({ first: 100, last: 105 }, () => 0.5);
  expect([ports.take(), ports.take()]).toEqual([102, 104]);
  ports.release(102);
  expect([ports.take(), ports.take(), ports.take()]).toEqual([100, 102, undefined]);
  expect(new FaxPorts(undefined).take()).toBeUndefined();
});
