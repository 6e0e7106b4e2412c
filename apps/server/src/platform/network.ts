import { BlockList, isIP } from "node:net";

const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/** A set of addresses and networks: `10.0.0.0/8`, `2001:db8::1`, or the word `loopback`. */
export class AddressSet {
  readonly #list = new BlockList();

  constructor(entries: readonly string[]) {
    for (const entry of entries.flatMap((each) => (each === "loopback" ? LOOPBACK : [each])))
      this.#add(entry);
  }

  has(address: string): boolean {
    const plain = withoutMapping(address);
    const family = isIP(plain);
    return family !== 0 && this.#list.check(plain, family === 6 ? "ipv6" : "ipv4");
  }

  #add(entry: string): void {
    const [address = "", length] = entry.split("/");
    const family = isIP(address);
    const bits = family === 6 ? 128 : 32;
    const prefix = length === undefined ? bits : Number(length);
    if (family === 0 || length === "" || !Number.isInteger(prefix) || prefix < 0 || prefix > bits)
      throw new RangeError(`"${entry}" is neither an address, a network such as 10.0.0.0/8, nor "loopback"`);
    this.#list.addSubnet(address, prefix, family === 6 ? "ipv6" : "ipv4");
  }
}

const loopback = new AddressSet(["loopback"]);

export function isLoopback(address: string): boolean {
  return loopback.has(address);
}

/**
 * The address a request really came from. Every proxy appends the peer it saw to X-Forwarded-For, so entries are
 * believed from the right, and only as far as each was written by a proxy that we trust.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrustedProxy: (address: string) => boolean,
): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => hop.trim());
  let address = peer;
  while (isTrustedProxy(address)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    address = next;
  }
  return withoutMapping(address);
}

/**
 * What one client counts as where clients are counted. A household or a server has a whole IPv6 network of 64 bits:
 * counting single addresses would let it start anew as often as it likes.
 */
export function addressKey(address: string): string {
  const plain = withoutMapping(address);
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const after = tail === "" ? [] : tail.split(":");
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** IPv4 over a dual-stack socket looks like `::ffff:192.0.2.1`. */
export function withoutMapping(address: string): string {
  return address.startsWith("::ffff:") && address.includes(".") ? address.slice(7) : address;
}
