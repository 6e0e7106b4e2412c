import type { TelephonyConfig } from "../telephony-config.ts";

type PortRange = TelephonyConfig["rtpPorts"];

/** Of the range for audio: the end of it, so that the fax process and the media process never want the same port. */
const FAX_SHARE = 10;
const MOST_FAX_PORTS = 200;

/** Undefined where the range is too small to share. */
export function faxPortsOf({ first, last }: PortRange): PortRange | undefined {
  const count = Math.min(MOST_FAX_PORTS, Math.floor((last - first + 1) / FAX_SHARE));
  const begin = last + 1 - count;
  const even = begin + (begin % 2);
  return even < last ? { first: even, last } : undefined;
}

/** What is left for the audio of calls. */
export function callPortsOf(range: PortRange): PortRange {
  const faxes = faxPortsOf(range);
  return faxes ? { first: range.first, last: faxes.first - 1 } : range;
}

/** Hands out even ports, one for each fax call. Begins at a random place: a predictable port invites strangers. */
export class FaxPorts {
  readonly #free: number[];

  constructor(range: PortRange | undefined, random: () => number = Math.random) {
    const ports: number[] = [];
    for (let port = range?.first ?? 1; range && port <= range.last; port += 2) ports.push(port);
    const start = Math.floor(random() * ports.length);
    this.#free = [...ports.slice(start), ...ports.slice(0, start)];
  }

  take(): number | undefined {
    return this.#free.shift();
  }

  /** Last in turn: late packets of the call before find nobody. */
  release(port: number): void {
    this.#free.push(port);
  }
}
