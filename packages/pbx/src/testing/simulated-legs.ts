import type { ChannelAudio } from "../calls/call-effect.ts";
import type { ChannelId } from "../calls/call-ids.ts";
import type { CallEventBody } from "../calls/call-runner.ts";
import type { LegCommands } from "../calls/call-runner-parts.ts";
import type { Channel } from "../calls/call-state.ts";

/** What the far end of a leg believes. */
export type FarEnd = "calling" | "ringing" | "talking" | "ended" | "vanished";

export interface SimulatedLeg {
  readonly id: ChannelId;
  readonly channel: Channel;
  far: FarEnd;
  audio: ChannelAudio;
  transferReports: number[];
}

interface InFlight {
  readonly channelId: ChannelId;
  readonly event: CallEventBody;
}

/**
 * Legs without any SIP: far ends that act when told to, and a wire on which what they said may be overtaken by what
 * the server decides in the meantime.
 */
export class SimulatedLegs implements LegCommands {
  /** Every leg there ever was. */
  readonly all = new Map<ChannelId, SimulatedLeg>();
  /** Those the server still knows. */
  readonly open = new Set<ChannelId>();
  readonly #wire: InFlight[] = [];

  get inFlight(): number {
    return this.#wire.length;
  }

  leg(channelId: ChannelId): SimulatedLeg {
    const leg = this.all.get(channelId);
    if (!leg) throw new Error(`No leg ${channelId}`);
    return leg;
  }

  incoming(channel: Channel): void {
    this.#add(channel, "calling");
  }

  ring(channel: Channel): void {
    this.#add(channel, "ringing");
  }

  release(channelId: ChannelId): void {
    if (!this.open.delete(channelId)) throw new Error(`Leg ${channelId} was released twice`);
    const leg = this.leg(channelId);
    if (leg.far !== "vanished") leg.far = "ended";
  }

  answer(channelId: ChannelId): void {
    this.#mustBeOpen(channelId);
    const leg = this.leg(channelId);
    if (leg.far === "calling") leg.far = "talking";
  }

  progress(channelId: ChannelId): void {
    this.#mustBeOpen(channelId);
  }

  setAudio(channelId: ChannelId, audio: ChannelAudio): void {
    this.#mustBeOpen(channelId);
    this.leg(channelId).audio = audio;
  }

  sendDigit(channelId: ChannelId): void {
    this.#mustBeOpen(channelId);
  }

  reportTransfer(channelId: ChannelId, status: number): void {
    this.leg(channelId).transferReports.push(status);
  }

  sipCallId(channelId: ChannelId): string | undefined {
    return this.open.has(channelId) ? `sip-${channelId}` : undefined;
  }

  canDoVideo(): boolean {
    return false;
  }

  /** The far end does something; the server will hear of it when the wire delivers. */
  act(channelId: ChannelId, far: FarEnd | undefined, event: CallEventBody): void {
    const leg = this.leg(channelId);
    if (leg.far === "ended" || leg.far === "vanished") return;
    if (far) leg.far = far;
    this.#wire.push({ channelId, event });
  }

  /** Takes one message off the wire. Of one leg the order is kept, as SIP over one flow does. */
  deliver(pick: number, handle: (channelId: ChannelId, event: CallEventBody) => void): void {
    const chosen = this.#wire[pick % Math.max(1, this.#wire.length)];
    const at = this.#wire.findIndex(({ channelId }) => channelId === chosen?.channelId);
    const [message] = at < 0 ? [] : this.#wire.splice(at, 1);
    if (!message) return;
    // A leg that ended by itself is forgotten by its own hand.
    const isOpen = this.open.has(message.channelId);
    if (isOpen && message.event.type === "legEnded") this.open.delete(message.channelId);
    if (isOpen) handle(message.channelId, message.event);
  }

  #add(channel: Channel, far: FarEnd): void {
    const { id } = channel;
    if (this.all.has(id)) throw new Error(`Leg ${id} was made twice`);
    this.all.set(id, { id, channel, far, audio: { kind: "none" }, transferReports: [] });
    this.open.add(id);
  }

  #mustBeOpen(channelId: ChannelId): void {
    if (!this.open.has(channelId)) throw new Error(`Leg ${channelId} is not there any more`);
  }
}
