import type { CallEffect } from "./call-effect.ts";
import type { CallCore, CallState, LiveCallState, PresentSeat, RingTarget, Seat } from "./call-state.ts";
import type { HangupCause } from "./hangup-cause.ts";

/**
 * The workbench of one step: collects effects and the changes to what a call keeps. It lives for that step only; what
 * leaves it is plain data.
 */
export class CallChange {
  readonly at: number;
  readonly effects: CallEffect[] = [];
  #core: CallCore;

  constructor(core: CallCore, at: number) {
    this.#core = core;
    this.at = at;
  }

  get core(): CallCore {
    return this.#core;
  }

  emit(...effects: readonly CallEffect[]): void {
    this.effects.push(...effects);
  }

  patch(changes: Partial<CallCore>): void {
    this.#core = { ...this.#core, ...changes };
  }

  open(target: Pick<RingTarget, "record">): void {
    const { record } = target;
    if (this.#core.legs.has(record.id)) return;
    this.#setLeg(record.id, { record, answeredAt: undefined, deviceId: undefined });
    this.emit({ type: "openRecord", record });
  }

  answered(seat: PresentSeat): void {
    const leg = this.#core.legs.get(seat.channel.recordId);
    if (!leg || leg.answeredAt !== undefined) return;
    this.#setLeg(leg.record.id, { ...leg, answeredAt: this.at, deviceId: seat.channel.deviceId });
  }

  /** Its device has come after all. */
  reached(recordId: string): void {
    const leg = this.#core.legs.get(recordId);
    if (leg?.isUnreached) this.#setLeg(recordId, { ...leg, isUnreached: false });
  }

  /** From here on a device that appears comes too late: what could not be reached is written down as such. */
  giveUpUnreached(): void {
    for (const [id, { isUnreached }] of this.#core.legs) if (isUnreached) this.#end(id, "unreachable");
  }

  /** Closes a record once; later calls for the same one do nothing. A line without devices may still get one. */
  close(recordId: string, cause: HangupCause, by?: string): void {
    const leg = this.#core.legs.get(recordId);
    const isOfLine = leg?.record.endpointId !== undefined && leg.record.direction === "in";
    if (isOfLine && cause === "unreachable") this.#setLeg(recordId, { ...leg, isUnreached: true });
    else this.#end(recordId, leg?.isUnreached ? "unreachable" : cause, by);
  }

  #end(recordId: string, cause: HangupCause, by?: string): void {
    const leg = this.#core.legs.get(recordId);
    if (!leg) return;
    const legs = new Map(this.#core.legs);
    legs.delete(recordId);
    this.patch({ legs });
    const { record, answeredAt, deviceId } = leg;
    const declinedBy = cause === "declined" ? by : undefined;
    const end = { record, answeredAt, deviceId, endedAt: this.at, cause, declinedBy };
    this.emit({ type: "closeRecord", end });
  }

  /** Lets a leg go and closes its record. */
  dismiss(seat: Seat | undefined, cause: HangupCause): void {
    if (!seat) return;
    if (seat.kind === "present") this.emit({ type: "release", channelId: seat.channel.id, cause });
    this.close(seat.channel.recordId, cause);
  }

  /** Ends the call: whoever is still in it is let go. `gone` has left by itself. */
  end(state: LiveCallState, cause: HangupCause, gone?: string): CallState {
    if (state.name === "summoning" || state.name === "ringing") {
      for (const { channel, state: ringing } of state.ring.ringing) {
        if (channel.id !== gone && ringing !== "lost")
          this.emit({ type: "release", channelId: channel.id, cause: ringCause(cause) });
      }
      for (const { target } of state.ring.ringing) this.close(target.record.id, ringCause(cause));
    }
    this.#closeCallback(state, cause);
    for (const seat of seatsOf(state)) {
      if (seat.channel.id === gone) this.close(seat.channel.recordId, cause);
      else this.dismiss(seat, cause);
    }
    if (state.name === "application") this.emit({ type: "stopApplication" });
    if (state.name === "waiting") this.emit({ type: "queueLeft", queueId: state.queueId, isSentOn: false });
    if (state.name === "ringing" && state.purpose.kind === "queue")
      this.emit({ type: "queueLeft", queueId: state.purpose.queueId, isSentOn: false });
    this.#endCallback(state, cause);
    this.giveUpUnreached();
    for (const recordId of [...this.#core.legs.keys()]) this.#end(recordId, cause);
    return { name: "ended", core: this.#core, cause };
  }

  /** In the agent's history it is a call that did not come about, whyever that was. */
  #closeCallback(state: LiveCallState, cause: HangupCause): void {
    if ((state.name === "routing" || state.name === "ringing") && state.purpose.kind === "callback")
      this.close(state.near.channel.recordId, cause === "shutdown" ? cause : "noAnswer");
  }

  /** Nobody is connected with whoever was to be called back. */
  #endCallback(state: LiveCallState, cause: HangupCause): void {
    if (state.name === "summoning" && state.callbackOf !== undefined)
      this.emit({ type: "queueAttemptFailed", queueId: state.callbackOf });
    if ((state.name !== "routing" && state.name !== "ringing") || state.purpose.kind !== "callback") return;
    const { queueId } = state.purpose;
    // A server that stops is no reason to count it against the caller.
    if (cause === "shutdown") this.emit({ type: "queueAttemptFailed", queueId });
    else this.emit({ type: "queueCallbackFailed", queueId, reason: cause });
  }

  #setLeg(id: string, leg: CallCore["legs"] extends ReadonlyMap<string, infer Leg> ? Leg : never): void {
    this.patch({ legs: new Map(this.#core.legs).set(id, leg) });
  }
}

/** A caller who gives up leaves the called lines a missed call; a server that stops tells them so. */
function ringCause(cause: HangupCause): HangupCause {
  return cause === "shutdown" || cause === "elsewhere" ? cause : "cancelled";
}

/** Everybody who is in the call and not just being rung. */
export function seatsOf(state: CallState): readonly Seat[] {
  switch (state.name) {
    case "summoning":
    case "ended":
      return [];
    case "connected":
      return [state.near, state.far];
    case "routing":
    case "ringing":
      return state.purpose.kind === "transfer" && state.purpose.transferor.seat
        ? [state.near, state.purpose.transferor.seat]
        : [state.near];
    case "parked":
      return state.listener ? [state.near, state.listener] : [state.near];
    case "waiting":
    case "application":
      return [state.near];
  }
}
