import type { IncomingMessage } from "node:http";
import { AddressSet, clientAddress } from "../../platform/network.ts";

/** The address a request came from, seen through the proxies we trust. */
export type AddressReader = (request: IncomingMessage) => string;

export function createAddressReader(trustedProxies: readonly string[]): AddressReader {
  const proxies = new AddressSet(trustedProxies);
  const isTrusted = trustedProxies.length === 0 ? () => false : (address: string) => proxies.has(address);
  return (request) => {
    const forwarded = request.headers["x-forwarded-for"];
    const chain = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
    return clientAddress(request.socket.remoteAddress ?? "", chain, isTrusted);
  };
}
