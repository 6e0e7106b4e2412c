import { expect, test } from "vitest";
import type { Endpoint, Latching } from "./endpoint.ts";
import { SourceGuard } from "./source-guard.ts";

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

test("[SRC1] the signaled source is heard at once, and a stranger never", () => {
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

test("[SRC3] the address that the signaling came from is trusted like the signaled one", () => {
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

test("[SRC7] new signaling forgets what was latched before", () => {
  const guard = aGuard("sameAddress");
  sends(guard, samePhoneOtherPort, 5, 0);
  guard.retarget({ remote: stranger, latching: "sameAddress" });
  expect(guard.target).toEqual(stranger);
  expect(sends(guard, phone, 5, 200)).toBe(0);
  expect(sends(guard, stranger, 5, 400)).toBe(5);
});

test("[SRC7] signaling that repeats the same address keeps the latched port", () => {
  const guard = aGuard("sameAddress");
  sends(guard, samePhoneOtherPort, 5, 0);
  guard.retarget({ remote: { ...phone }, latching: "sameAddress" });
  expect(guard.target).toEqual(samePhoneOtherPort);
});

const PHONE = "203.0.113.9";
const first = (address: string, options: Partial<ConstructorParameters<typeof SourceGuard>[0]> = {}) =>
  new SourceGuard({
    remote: { address, port: 4_000 },
    latching: "sameAddress",
    trustedAddresses: [PHONE],
    ...options,
  }).target;

test("[SRC8] audio goes to the signaling address until the named one has spoken", () => {
  const remote = { address: "198.51.100.1", port: 4_000 };
  const guard = new SourceGuard({ remote, latching: "sameAddress", trustedAddresses: [PHONE] });
  expect(guard.target).toEqual({ address: PHONE, port: 4_000 });
  expect(first(PHONE)).toEqual({ address: PHONE, port: 4_000 });
  expect(guard.accepts(remote, { ssrc: 1, sequenceNumber: 1 }, 0)).toBe(true);
  expect(guard.target).toEqual(remote);
  guard.retarget({
    remote: { address: "198.51.100.2", port: 6 },
    latching: "sameAddress",
    trustedAddresses: [PHONE],
  });
  expect(guard.target).toEqual({ address: PHONE, port: 6 });
});

test("[SRC9] a configured carrier is sent to where it says", () => {
  expect(first("198.51.100.1", { isRemoteBelieved: true })).toEqual({ address: "198.51.100.1", port: 4_000 });
});

test("[SRC10] nothing goes to groups, to nobody, to whole networks or to our own loopback", () => {
  const never = ["224.0.0.1", "239.255.255.250", "255.255.255.255", "240.0.0.1", "0.0.0.0", "ff02::1", "::"];
  never.push("::ffff:224.0.0.1", "a.host.name");
  for (const address of never)
    for (const isRemoteBelieved of [false, true])
      for (const trustedAddresses of [[PHONE], [address], []])
        expect(first(address, { isRemoteBelieved, trustedAddresses }), address).toBeUndefined();
  for (const address of ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
    expect(first(address, { isRemoteBelieved: true }), address).toBeUndefined();
  expect(first("127.0.0.1", { trustedAddresses: ["127.0.0.1"] })).toEqual({
    address: "127.0.0.1",
    port: 4_000,
  });
});
