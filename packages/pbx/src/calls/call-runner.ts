import { assertNever, type CancelTimer } from "@offhook/kernel";
import type { Destination, QueueId } from "../dialplan/company-config.ts";
import type { CallEffect, QueueNews } from "./call-effect.ts";
import type { CallEvent, TimerName } from "./call-event.ts";
import type { CallId, ChannelId } from "./call-ids.ts";
import { type CallPart, CallParts } from "./call-parts.ts";
import type { CallRunnerParts } from "./call-runner-parts.ts";
import type { CallCore, CallState, Channel, StateNamed } from "./call-state.ts";
import { ConferenceRegistry } from "./conferences/conference-registry.ts";
import type { LegRecord } from "./records/leg-record.ts";
import { mayHandOver } from "./steps/connected-steps.ts";
import { derivedEffects } from "./steps/derived-effects.ts";
import { type FetchedCall, fetchCall } from "./steps/fetch-call.ts";
import { type JoinedCalls, takeOver, transferInto } from "./steps/join-calls.ts";
import type { RingPlan } from "./steps/ring-steps.ts";
import { offerCall, stepCall, summonCall } from "./steps/step-call.ts";
import type { CallView } from "./views/call-view.ts";
import { describeCall } from "./views/describe-call.ts";

export type CallEventBody = DistributiveOmit<CallEvent, "at">;
type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/**
 * Holds all live calls and carries out what the model decides. One step at a time: whatever an effect brings about at
 * once waits in line until the step that caused it is done.
 */
export class CallRunner {
  readonly #parts: CallRunnerParts;
  readonly #calls = new Map<CallId, CallState>();
  readonly #callOf = new Map<ChannelId, CallId>();
  readonly #timers = new Map<string, CancelTimer>();
  readonly #applications = new Map<CallId, () => void>();
  readonly #conferences: ConferenceRegistry;
  readonly #takingPart = new CallParts();
  readonly #changed = new Set<CallId>();
  readonly #line: (() => void)[] = [];
  #isBusy = false;

  constructor(parts: CallRunnerParts) {
    this.#parts = parts;
    this.#conferences = new ConferenceRegistry({
      newId: parts.newId,
      callOf: (id) => this.#calls.get(id),
      place: (id, conference) => this.#step(id, { type: "conferenceChanged", conference }),
    });
  }

  /** For checks that nothing is left behind. */
  get counts(): {
    readonly calls: number;
    readonly channels: number;
    readonly timers: number;
    readonly applications: number;
    readonly conferences: number;
  } {
    return {
      calls: this.#calls.size,
      channels: this.#callOf.size,
      timers: this.#timers.size,
      applications: this.#applications.size,
      conferences: this.#conferences.size,
    };
  }

  states(): Iterable<CallState> {
    return this.#calls.values();
  }

  state(callId: CallId): CallState | undefined {
    return this.#calls.get(callId);
  }

  stateOf(channelId: ChannelId): CallState | undefined {
    return this.#calls.get(this.#callOf.get(channelId) ?? "");
  }

  /** How an endpoint takes part in calls right now, one entry for each call. */
  partsOf(endpointId: string): readonly CallPart[] {
    return this.#takingPart.of(endpointId);
  }

  view(state: CallState): CallView {
    const { legs, isRecording, records, supervisorsOf } = this.#parts;
    const { id } = state.core;
    return describeCall(state, {
      sipCallId: (channelId) => legs.sipCallId(channelId),
      canDoVideo: (channelId) => legs.canDoVideo(channelId),
      isRecording: isRecording(id),
      supervisors: supervisorsOf(id),
      quality: (recordId) => records.latest(recordId),
    });
  }

  /** A device calls. */
  offer(core: CallCore, channel: Channel, record: LegRecord, destination: Destination): void {
    this.#enqueue(() => {
      this.#callOf.set(channel.id, core.id);
      const { state, effects } = offerCall(core, channel, record, destination);
      this.#apply(core.id, state, effects);
    });
  }

  /** A call from another device, or by a queue to whoever is to be called back. */
  summon(core: CallCore, plan: RingPlan, destination: string, callbackOf?: QueueId): void {
    this.#enqueue(() => {
      const { state, effects } = summonCall(core, plan, destination, callbackOf);
      this.#apply(core.id, state, effects);
    });
  }

  /** A caller who waited before a restart goes on waiting. */
  resume(state: StateNamed<"waiting">): void {
    this.#enqueue(() => {
      const { core, near } = state;
      if (near.kind === "present") this.#callOf.set(near.channel.id, core.id);
      for (const { record } of core.legs.values()) this.#parts.records.resumed(record);
      this.#apply(core.id, state, derivedEffects(undefined, state));
    });
  }

  /** Something happened on a leg. Ignored once the leg has been let go. */
  handle(channelId: ChannelId, event: CallEventBody): void {
    this.#enqueue(() => {
      const callId = this.#callOf.get(channelId);
      if (callId === undefined) return;
      if (event.type === "legEnded") this.#callOf.delete(channelId);
      this.#step(callId, event);
    });
  }

  handleCall(callId: CallId, event: CallEventBody): void {
    this.#enqueue(() => this.#step(callId, event));
  }

  /** A device wants to take over a call, or to come back to it. */
  attach(callId: CallId, channel: Channel): void {
    this.#enqueue(() => {
      this.#callOf.set(channel.id, callId);
      if (this.#calls.has(callId)) this.#step(callId, { type: "attached", channel });
      else this.#carryOut(callId, { type: "release", channelId: channel.id, cause: "hungUp" });
    });
  }

  /** Whether the party of this channel can transfer or park its call right now. */
  mayHandOver(channelId: ChannelId): boolean {
    const state = this.stateOf(channelId);
    return state !== undefined && mayHandOver(state, channelId);
  }

  /** Whether the far ends of these two calls can be joined right now. */
  mayTransferInto(channelId: ChannelId, consultationId: ChannelId): boolean {
    return this.#joinFor(channelId, consultationId) !== undefined;
  }

  /** Attended transfer. False when the two calls do not allow it; nothing has changed then. */
  transferInto(channelId: ChannelId, consultationId: ChannelId): boolean {
    if (!this.mayTransferInto(channelId, consultationId)) return false;
    this.#enqueue(() => {
      const joined = this.#joinFor(channelId, consultationId);
      if (joined) this.#applyJoined(joined);
    });
    return true;
  }

  #joinFor(channelId: ChannelId, consultationId: ChannelId): JoinedCalls | undefined {
    const held = this.stateOf(channelId);
    const consultation = this.stateOf(consultationId);
    const at = this.#parts.clock.now();
    return held && consultation && transferInto(held, channelId, consultation, consultationId, at);
  }

  /** Whoever listens in a call of their own takes the place of the agent they listen to. */
  takeOver(callId: CallId, listeningId: CallId, record: LegRecord): boolean {
    const join = (): JoinedCalls | undefined => {
      const [talk, listening] = [this.#calls.get(callId), this.#calls.get(listeningId)];
      return talk && listening && takeOver(talk, listening, record, this.#parts.clock.now());
    };
    if (!join()) return false;
    this.#enqueue(() => {
      const joined = join();
      if (joined) this.#applyJoined(joined);
    });
    return true;
  }

  join(channelIds: readonly ChannelId[]): string | undefined {
    const callIds = channelIds.map((id) => this.#callOf.get(id));
    const states = callIds.map((id) => this.#calls.get(id ?? ""));
    if (new Set(callIds).size < 2 || !states.every((state) => state?.name === "connected")) return undefined;
    const connected = states.filter((state) => state?.name === "connected");
    const id = this.#conferences.idFor(connected);
    this.#enqueue(() =>
      this.#conferences.join(
        id,
        connected.map(({ core }) => core.id),
      ),
    );
    return id;
  }

  split(channelId: ChannelId): boolean {
    const state = this.stateOf(channelId);
    if (state?.name !== "connected" || !state.conference) return false;
    this.#enqueue(() => this.#conferences.leave(state.core.id));
    return true;
  }

  #enqueue(task: () => void): void {
    this.#line.push(task);
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      this.#drain();
    } finally {
      this.#isBusy = false;
    }
  }

  #drain(): void {
    do {
      for (let task = this.#line.shift(); task; task = this.#line.shift()) task();
      this.#conferences.settle();
      // Somebody who is told may ask for more at once: a queue rings an agent who has just become free.
      if (this.#line.length === 0) this.#tell();
    } while (this.#line.length > 0);
  }

  /** One word on each call that changed, however many steps it made. */
  #tell(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const callId of changed) {
      const state = this.#calls.get(callId);
      if (!state) continue;
      if (state.name !== "ended") {
        this.#parts.onChanged(this.view(state));
        continue;
      }
      this.#calls.delete(callId);
      this.#parts.onEnded(this.view(state));
    }
  }

  #step(callId: CallId, event: CallEventBody): void {
    const before = this.#calls.get(callId);
    if (!before) return;
    const timed = { ...event, at: this.#parts.clock.now() } as CallEvent;
    const { state, effects } = stepCall(before, timed, this.#parts.settings);
    this.#apply(callId, state, effects);
  }

  #apply(callId: CallId, state: CallState, effects: readonly CallEffect[]): void {
    if (this.#calls.get(callId) !== state) {
      this.#calls.set(callId, state);
      this.#takingPart.note(state);
      this.#changed.add(callId);
    }
    for (const effect of effects) this.#carryOut(callId, effect);
  }

  /** The call that ends goes first: its channels must be let go before they sound in the other one. */
  #applyJoined({ kept, closed }: JoinedCalls): void {
    this.#apply(closed.state.core.id, closed.state, closed.effects);
    this.#apply(kept.state.core.id, kept.state, kept.effects);
  }

  #carryOut(callId: CallId, effect: CallEffect): void {
    const { legs, records } = this.#parts;
    switch (effect.type) {
      case "route":
        this.#route(callId, effect);
        break;
      case "ring":
        this.#callOf.set(effect.channel.id, callId);
        legs.ring(effect.channel, effect.target, callId);
        break;
      case "release":
        // In this order: whoever is let go is still known to have been in this call.
        legs.release(effect.channelId, effect.cause);
        this.#callOf.delete(effect.channelId);
        break;
      case "answer":
        legs.answer(effect.channelId);
        break;
      case "progress":
        legs.progress(effect.channelId, effect.kind);
        break;
      case "audio":
        legs.setAudio(effect.channelId, effect.audio);
        break;
      case "digit":
        legs.sendDigit(effect.channelId, effect.digit);
        break;
      case "reportTransfer":
        legs.reportTransfer(effect.channelId, effect.status);
        break;
      case "moveChannel":
        this.#callOf.set(effect.channelId, effect.to);
        break;
      case "startTimer":
        this.#startTimer(callId, effect.timer, effect.at);
        break;
      case "stopTimer":
        this.#stopTimer(callId, effect.timer);
        break;
      case "runApplication":
        this.#runApplication(callId, effect);
        break;
      case "stopApplication":
        this.#stopApplication(callId);
        break;
      case "openRecord":
        records.opened(effect.record);
        break;
      case "closeRecord":
        records.closed(effect.end);
        break;
      case "queueEntered":
      case "queueTurnedAway":
      case "queueAttemptFailed":
      case "queueAnswered":
      case "queueCallbackTaken":
      case "queueCallbackFailed":
      case "queueLeft":
        this.#tellQueue(callId, effect);
        break;
      default:
        assertNever(effect);
    }
  }

  #tellQueue(callId: CallId, news: QueueNews): void {
    const state = this.#calls.get(callId);
    if (state) this.#parts.queues.follow(state.core.companyId, callId, news);
  }

  #route(callId: CallId, { destination, reason }: Extract<CallEffect, { type: "route" }>): void {
    const state = this.#calls.get(callId);
    if (state?.name !== "routing") return;
    const { core, near, purpose } = state;
    const question = { core, near: near.channel.party, purpose, destination, reason };
    const decision = this.#parts.route(question);
    if (decision.kind === "pickUp" || decision.kind === "groupPickUp")
      this.#enqueue(() => this.#fetch(callId, decision));
    else this.#enqueue(() => this.#step(callId, { type: "routed", route: decision }));
  }

  #fetch(callId: CallId, fetched: FetchedCall): void {
    const fetching = this.#calls.get(callId);
    const joined = fetching && fetchCall(this.#calls, fetching, fetched, this.#parts.clock.now());
    if (joined) this.#applyJoined(joined);
    else
      this.#step(callId, {
        type: "routed",
        route: { kind: "refuse", cause: "notFound", missed: [], visited: [] },
      });
  }

  #startTimer(callId: CallId, timer: TimerName, at: number): void {
    const key = `${callId}/${timer}`;
    this.#timers.get(key)?.();
    const cancel = this.#parts.clock.schedule(at - this.#parts.clock.now(), () => {
      this.#timers.delete(key);
      this.handleCall(callId, { type: "timeUp", timer });
    });
    this.#timers.set(key, cancel);
  }

  #stopTimer(callId: CallId, timer: TimerName): void {
    const key = `${callId}/${timer}`;
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }

  #runApplication(
    callId: CallId,
    { channelId, application }: Extract<CallEffect, { type: "runApplication" }>,
  ): void {
    this.#stopApplication(callId);
    this.#applications.set(callId, this.#parts.runApplication(callId, channelId, application));
  }

  #stopApplication(callId: CallId): void {
    this.#applications.get(callId)?.();
    this.#applications.delete(callId);
  }
}
