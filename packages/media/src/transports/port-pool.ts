import type { Socket } from "node:dgram";
import { MediaError } from "../protocol/media-error.ts";
import { bindUdp } from "./udp-socket.ts";

export interface PortPair {
  readonly rtp: Socket;
  readonly rtcp: Socket;
  readonly port: number;
}

const MAX_TRIES = 200;

/** Hands out neighboring ports, even for RTP and odd for RTCP (RFC 3550 §11), from the configured range. */
export class PortPool {
  readonly #first: number;
  readonly #pairs: number;
  readonly #used = new Set<number>();
  readonly #random: () => number;

  constructor({ first, last }: { first: number; last: number }, random: () => number = Math.random) {
    this.#first = first + (first % 2);
    this.#pairs = Math.max(0, Math.floor((last - this.#first + 1) / 2));
    this.#random = random;
  }

  /**
   * The wanted one where it is free. Others begin at a random place: a predictable port invites strangers to speak
   * into it.
   */
  async open(address: string, wanted?: number): Promise<PortPair> {
    const pairOfBefore = await this.#openWanted(address, wanted);
    if (pairOfBefore) return pairOfBefore;
    const start = Math.floor(this.#random() * this.#pairs);
    for (let step = 0; step < Math.min(this.#pairs, MAX_TRIES); step += 1) {
      const port = this.#first + 2 * ((start + step) % this.#pairs);
      if (this.#used.has(port)) continue;
      const pair = await this.#tryPair(port, address);
      if (pair) return pair;
    }
    throw new MediaError("media.noFreePort", `No free pair of RTP ports on ${address}`);
  }

  release(port: number): void {
    this.#used.delete(port);
  }

  async #openWanted(address: string, port: number | undefined): Promise<PortPair | undefined> {
    if (port === undefined || this.#used.has(port)) return undefined;
    const index = (port - this.#first) / 2;
    const isOurs = Number.isInteger(index) && index >= 0 && index < this.#pairs;
    return isOurs ? this.#tryPair(port, address) : undefined;
  }

  async #tryPair(port: number, address: string): Promise<PortPair | undefined> {
    this.#used.add(port);
    const [rtp, rtcp] = await Promise.allSettled([bindUdp(port, address), bindUdp(port + 1, address)]);
    if (rtp.status === "fulfilled" && rtcp.status === "fulfilled")
      return { rtp: rtp.value, rtcp: rtcp.value, port };
    for (const each of [rtp, rtcp]) if (each.status === "fulfilled") each.value.close();
    this.#used.delete(port);
    const refused = [rtp, rtcp].find((each) => each.status === "rejected");
    // A port in use is no reason to give up; an address that is not ours is.
    if (refused?.status === "rejected" && isFatal(refused.reason))
      throw new MediaError("media.noFreePort", `Cannot bind ${address}: ${String(refused.reason)}`);
    return undefined;
  }
}

function isFatal(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code !== "EADDRINUSE" && error.code !== "EACCES";
}
