import { networkInterfaces } from "node:os";

/** An address of this machine that others may reach it by; loopback where there is no network. */
export function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";
}
