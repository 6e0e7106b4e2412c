import { expect, test } from "vitest";
import { type Endpoint, type Latching, SourceGuard } from "./source-guard.ts";

const phone: Endpoint = { address: "192.0.2.10", port: 4_000 };
const samePhoneOtherPort: Endpoint = { address: "192.0.2.10", port: 4_002 };
const stranger: Endpoint = { address: "203.0.113.9", port: 9_999 };
const router: Endpoint = { address: "198.51.100.7", port: 31_000 };

const aGuard = (latching: Latching, trustedAddresses: string[] = []) =>
  new SourceGuard({ remote: phone, latching, trustedAddresses });

/** Sends packets in a row, and counts those let through. */
function sends(
  guard: SourceGuard,
  from: Endpoint,
  count: number,
  startMs: number,
  firstSequence = 10,
): number {
  let accepted = 0;
  for (let step = 0; step < count; step += 1) {
    const packet = { ssrc: from.port, sequenceNumber: (firstSequence + step) & 0xffff };
    if (guard.accepts(from, packet, startMs + step * 20)) accepted += 1;
  }
  return accepted;
}

test("[SRC1] the signalled source is heard at once, and a stranger never", () => {
  const guard = aGuard("sameAddress");
  expect(sends(guard, stranger, 50, 0)).toBe(0);
  expect(guard.target).toEqual(phone);
  expect(sends(guard, phone, 5, 1_000)).toBe(5);
  expect(guard.refusedPackets).toBe(50);
});

test("[SRC2] a phone that sends from another port of its address is followed there", () => {
  const guard = aGuard("sameAddress");
  expect(sends(guard, samePhoneOtherPort, 5, 0)).toBe(5);
  expect(guard.target).toEqual(samePhoneOtherPort);
});

test("[SRC2] without latching another port is a stranger", () => {
  expect(sends(aGuard("off"), samePhoneOtherPort, 20, 0)).toBe(0);
});

test("[SRC3] the address that the signalling came from is trusted like the signalled one", () => {
  const guard = aGuard("sameAddress", [router.address]);
  expect(sends(guard, router, 3, 0)).toBe(3);
  expect(guard.target).toEqual(router);
});

test("[SRC4] where any source may begin, it must first send packets in a row", () => {
  const guard = aGuard("any");
  expect(sends(guard, router, 3, 0)).toBe(0);
  expect(sends(guard, router, 3, 60, 13)).toBe(3);
  expect(guard.target).toEqual(router);
});

test("[SRC5] nobody takes over from a source that is still heard", () => {
  const guard = aGuard("any");
  sends(guard, phone, 10, 0);
  expect(sends(guard, stranger, 10, 200)).toBe(0);
  expect(sends(guard, samePhoneOtherPort, 10, 200)).toBe(0);
  expect(guard.target).toEqual(phone);
});

test("[SRC6] after a silence another port of the same address may take over, another address not", () => {
  const guard = aGuard("sameAddress");
  sends(guard, phone, 10, 0);
  expect(sends(guard, stranger, 50, 5_000)).toBe(0);
  expect(sends(guard, samePhoneOtherPort, 10, 6_000)).toBe(7);
  expect(guard.target).toEqual(samePhoneOtherPort);
});

test("[SRC7] new signalling forgets what was latched before", () => {
  const guard = aGuard("sameAddress");
  sends(guard, samePhoneOtherPort, 5, 0);
  guard.retarget({ remote: stranger, latching: "sameAddress" });
  expect(guard.target).toEqual(stranger);
  expect(sends(guard, phone, 5, 200)).toBe(0);
  expect(sends(guard, stranger, 5, 400)).toBe(5);
});

test("[SRC7] signalling that repeats the same address keeps the latched port", () => {
  const guard = aGuard("sameAddress");
  sends(guard, samePhoneOtherPort, 5, 0);
  guard.retarget({ remote: { ...phone }, latching: "sameAddress" });
  expect(guard.target).toEqual(samePhoneOtherPort);
});
