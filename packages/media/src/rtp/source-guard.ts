import type { Endpoint, Latching } from "./endpoint.ts";
import { isLoopback, isUnicast } from "./reachable-address.ts";

export interface SourceGuardOptions {
  readonly remote: Endpoint;
  readonly latching: Latching;
  /** Where the signaling comes from. Empty: whoever connects the leg answers for its far end. */
  readonly trustedAddresses?: readonly string[];
  /** The far end is one that somebody has configured: its description is believed where it names another address. */
  readonly isRemoteBelieved?: boolean;
}

type GuardState =
  | { readonly name: "waiting" }
  | { readonly name: "latched"; readonly source: Endpoint; lastAtMs: number };

interface Candidate {
  readonly source: Endpoint;
  readonly ssrc: number;
  nextSequence: number;
  count: number;
}

/** A stranger must send this many packets in a row before audio is turned to it. */
const PROBATION_PACKETS = 4;
/** The present source keeps the leg for as long as it is heard. */
const SILENT_MS = 400;

const isSame = (one: Endpoint, other: Endpoint): boolean =>
  one.port === other.port && one.address === other.address;

/**
 * Plain RTP is not authenticated: whoever knows the port can speak into a call, or draw its audio away.
 * The leg follows one source, moves only to where the rules allow, and only when the present source has gone silent.
 */
export class SourceGuard {
  #options: SourceGuardOptions;
  /** Until the far end is heard. */
  #firstTarget: Endpoint | undefined;
  #state: GuardState = { name: "waiting" };
  #candidate: Candidate | undefined;
  #refused = 0;

  constructor(options: SourceGuardOptions) {
    this.#options = options;
    this.#firstTarget = firstTargetOf(options);
  }

  /** Where our own packets go; undefined as long as that would be somebody who may not want them. */
  get target(): Endpoint | undefined {
    return this.#state.name === "latched" ? this.#state.source : this.#firstTarget;
  }

  get refusedPackets(): number {
    return this.#refused;
  }

  /** New signaling: what was latched under the old one holds only if the far end stays where it was. */
  retarget(options: SourceGuardOptions): void {
    const hasMoved = !isSame(options.remote, this.#options.remote);
    this.#options = options;
    this.#firstTarget = firstTargetOf(options);
    if (hasMoved) this.#state = { name: "waiting" };
    this.#candidate = undefined;
  }

  accepts(source: Endpoint, packet: { ssrc: number; sequenceNumber: number }, nowMs: number): boolean {
    const accepted =
      this.#state.name === "latched" ? this.#hold(source, packet, nowMs) : this.#latch(source, packet, nowMs);
    if (!accepted) this.#refused += 1;
    return accepted;
  }

  /** Control packets come from a port of their own, so only the address can be checked. */
  acceptsControl(source: Endpoint): boolean {
    const address = (this.target ?? this.#options.remote).address;
    return source.address === address;
  }

  #latch(source: Endpoint, packet: { ssrc: number; sequenceNumber: number }, nowMs: number): boolean {
    if (isSame(source, this.#options.remote) || (this.#isTrusted(source) && this.#options.latching !== "off"))
      return this.#follow(source, nowMs);
    if (this.#options.latching !== "any") return false;
    return this.#passesProbation(source, packet) && this.#follow(source, nowMs);
  }

  #hold(source: Endpoint, packet: { ssrc: number; sequenceNumber: number }, nowMs: number): boolean {
    if (this.#state.name !== "latched") return false;
    if (isSame(source, this.#state.source)) {
      this.#state.lastAtMs = nowMs;
      return true;
    }
    if (nowMs - this.#state.lastAtMs < SILENT_MS || !this.#mayMoveTo(source, this.#state.source))
      return false;
    return this.#passesProbation(source, packet) && this.#follow(source, nowMs);
  }

  #mayMoveTo(source: Endpoint, present: Endpoint): boolean {
    if (isSame(source, this.#options.remote)) return true;
    if (this.#options.latching === "off") return false;
    return this.#options.latching === "any" || source.address === present.address || this.#isTrusted(source);
  }

  #isTrusted({ address }: Endpoint): boolean {
    const { remote, trustedAddresses = [] } = this.#options;
    return address === remote.address || trustedAddresses.includes(address);
  }

  #passesProbation(
    source: Endpoint,
    { ssrc, sequenceNumber }: { ssrc: number; sequenceNumber: number },
  ): boolean {
    const candidate = this.#candidate;
    if (
      !candidate ||
      !isSame(candidate.source, source) ||
      candidate.ssrc !== ssrc ||
      candidate.nextSequence !== sequenceNumber
    ) {
      this.#candidate = { source, ssrc, nextSequence: (sequenceNumber + 1) & 0xffff, count: 1 };
      return false;
    }
    candidate.count += 1;
    candidate.nextSequence = (sequenceNumber + 1) & 0xffff;
    return candidate.count >= PROBATION_PACKETS;
  }

  #follow(source: Endpoint, nowMs: number): boolean {
    this.#state = { name: "latched", source, lastAtMs: nowMs };
    this.#candidate = undefined;
    return true;
  }
}

/**
 * Where audio goes before anything was heard. A description can name anybody, and a call would become a flood there:
 * only the signaling address is sent to unheard, or a configured carrier's described one; others speak first.
 */
function firstTargetOf({
  remote,
  trustedAddresses = [],
  isRemoteBelieved,
}: SourceGuardOptions): Endpoint | undefined {
  if (remote.port === 0 || !isUnicast(remote.address)) return undefined;
  if (trustedAddresses.length === 0 || trustedAddresses.includes(remote.address)) return remote;
  // Our own loopback belongs to our own services, unless the far end is on this machine itself.
  if (isLoopback(remote.address)) return trustedAddresses.some(isLoopback) ? remote : undefined;
  if (isRemoteBelieved) return remote;
  const [address] = trustedAddresses;
  // A phone behind a router names the address it has inside: its router is the one that was heard.
  return address !== undefined && isUnicast(address) ? { address, port: remote.port } : undefined;
}
