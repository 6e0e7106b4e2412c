import type { CancelTimer } from "@offhook/kernel";
import type { QueueNews } from "../calls/call-effect.ts";
import type { CallId, ChannelId } from "../calls/call-ids.ts";
import type { QueueCommands } from "../calls/call-runner-parts.ts";
import type { ClosedLegRecord } from "../calls/records/leg-record.ts";
import type { CommandRefusal, CommandResult } from "../commands/pbx-commands.ts";
import type { CompanyId, Destination, EndpointId, QueueId, TagPriority } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { SavedCallback } from "../ports/callback-store.ts";
import {
  type AgentPresence,
  emptyFloor,
  type FloorCommand,
  type FloorEffect,
  type FloorHappening,
  type FloorState,
  type ResumedCaller,
  type WaitingCaller,
} from "./floor-state.ts";
import { statusOf } from "./floor-status.ts";
import { stepFloor } from "./floor-step.ts";
import { legNews } from "./leg-news.ts";
import type { Staffing } from "./overflow-reason.ts";
import type { EffectOf, QueueRegistryParts } from "./queue-registry-parts.ts";
import { wakeAt } from "./serve-callers.ts";
import { agentsOf, queuesServedBy } from "./served-queues.ts";
import type { QueueEntry } from "./tag-priorities.ts";

export interface RestoredWrapUp {
  readonly queueId: QueueId;
  readonly endpointId: EndpointId;
  readonly untilMs: number;
}

/** What a caller presses to be called back. */
const CALLBACK_KEY = "1";
const DONE: CommandResult = { isDone: true };
const refused = (refusal: CommandRefusal): CommandResult => ({ isDone: false, refusal });

/** The queues of all companies, one floor and one timer for each company. Tells what happens and decides nothing. */
export class QueueRegistry implements QueueCommands {
  readonly #parts: QueueRegistryParts;
  readonly #floors = new Map<CompanyId, FloorState>();
  readonly #timers = new Map<CompanyId, CancelTimer>();
  /** Queues that may look different, until the step that changed them is done. */
  readonly #dirty = new Map<QueueId, CompanyId>();
  readonly #told = new Map<QueueId, string>();
  /** Calls that call somebody back, with the place that they are for. */
  readonly #callbackCalls = new Map<CallId, CallId>();
  #depth = 0;
  #isClosed = false;

  constructor(parts: QueueRegistryParts) {
    this.#parts = parts;
  }

  get waitingCount(): number {
    let count = 0;
    for (const { waiting } of this.#floors.values()) count += waiting.length;
    return count;
  }

  /** The configuration has changed, or is there for the first time. */
  reload(): void {
    for (const companyId of new Set([...this.#parts.companyIds(), ...this.#floors.keys()])) {
      if (!this.#floors.has(companyId) && this.#parts.configsOf(companyId).size === 0) continue;
      this.#look(companyId);
      this.#run(companyId, { type: "configured" });
    }
  }

  /** A line has come, gone, begun a call or ended one. */
  lineChanged(companyId: CompanyId, endpointId: EndpointId): void {
    const configs = this.#parts.configsOf(companyId);
    if (queuesServedBy(configs, endpointId).length > 0) this.#look(companyId, [endpointId]);
  }

  follow(companyId: CompanyId, callId: CallId, news: QueueNews): void {
    // Somebody may have become busy in the very step that brought the caller here.
    if (news.type !== "queueTurnedAway") this.#look(companyId);
    this.#run(companyId, this.#eventOf(companyId, callId, news));
    if (news.type === "queueEntered") this.#parts.onEntered({ companyId, callId, queueId: news.queueId });
  }

  /** The tag of a contact has been found that lets the caller go before others. */
  tagFound({ companyId, callId, queueId }: QueueEntry, { tag, priority }: TagPriority): void {
    const place = this.#placeOf(callId);
    if (this.#run(companyId, { type: "tagFound", callId: place, queueId, tag, priority }))
      this.#parts.onMovedUp(place);
  }

  /** A caller as the floor knows them now. */
  caller(companyId: CompanyId, callId: CallId): WaitingCaller | undefined {
    return this.#floors.get(companyId)?.waiting.find((each) => each.callId === callId);
  }

  /** A caller of before a restart, in the old place. */
  resumeWaiting(companyId: CompanyId, caller: Omit<ResumedCaller, "blockedBy" | "party">): void {
    this.#look(companyId);
    const blockedBy = this.#blockedBy(companyId, caller.callId, caller.queueId);
    const party = this.#parts.callbackParty(caller.callId);
    this.#run(companyId, { type: "resumed", ...caller, blockedBy, party });
  }

  /** That caller is still there. */
  foundAlive(companyId: CompanyId, callId: CallId): void {
    this.#run(companyId, { type: "foundAlive", callId });
  }

  /** The leg of an agent is over. */
  legClosed(leg: ClosedLegRecord): void {
    const event = legNews({ ...leg, callId: this.#placeOf(leg.callId) });
    if (event) this.#run(leg.companyId, event);
  }

  /** An agent was in wrap-up when call control last ended. */
  restoreWrapUp(companyId: CompanyId, wrapUp: RestoredWrapUp): void {
    this.#run(companyId, { type: "wrapUpRestored", ...wrapUp });
  }

  callEnded(companyId: CompanyId, callId: CallId): void {
    this.#callbackCalls.delete(callId);
    if (this.#floors.get(companyId)?.waiting.some((caller) => caller.callId === callId))
      this.#run(companyId, { type: "hungUp", callId });
  }

  /** A caller who waits has pressed a key. False where it means nothing. */
  press(channelId: ChannelId, digit: string): boolean {
    const call = digit === CALLBACK_KEY ? this.#parts.waitingCall(channelId) : undefined;
    return call !== undefined && this.#run(call.companyId, { type: "callbackAsked", callId: call.id });
  }

  /** Those of before a restart. */
  restoreCallbacks(saved: readonly SavedCallback[]): void {
    for (const callback of saved) {
      this.#look(callback.companyId);
      this.#run(callback.companyId, { type: "callbackRestored", callback });
    }
  }

  /** Refused once somebody is about to call. */
  cancelCallback(companyId: CompanyId, callId: CallId): CommandResult {
    return this.#command(companyId, { type: "cancelCallback", callId });
  }

  staffing(companyId: CompanyId, queueId: QueueId): Staffing & { readonly waiting: number } {
    const floor = this.#floor(companyId);
    const standings = [...(floor.queues.get(queueId)?.standings.values() ?? [])];
    const loggedIn = standings.filter(({ isLoggedIn }) => isLoggedIn);
    return {
      waiting: floor.waiting.filter((caller) => caller.queueId === queueId).length,
      loggedIn: loggedIn.length,
      working: loggedIn.filter(({ pausedReason }) => pausedReason === undefined).length,
    };
  }

  status(queueId: QueueId): QueueStatus | undefined {
    for (const companyId of this.#parts.companyIds()) {
      const status = this.#statusIn(companyId, queueId);
      if (status) return status;
    }
    return undefined;
  }

  /** Beside the pauses of the directory; forgotten with the process. */
  pause(companyId: CompanyId, endpointId: EndpointId, reason: string): CommandResult {
    return this.#command(companyId, { type: "pause", endpointId, reason });
  }

  /** Takes a pause of the floor back, such as the one after a missed call. */
  resume(companyId: CompanyId, endpointId: EndpointId): CommandResult {
    return this.#command(companyId, { type: "resume", endpointId });
  }

  /** Ends an agent's wrap-up. */
  getReady(companyId: CompanyId, endpointId: EndpointId): CommandResult {
    return this.#command(companyId, { type: "getReady", endpointId });
  }

  /** Rings this agent for a caller who waits, where the queue lets agents choose. */
  take(callId: CallId, endpointId: EndpointId): CommandResult {
    return this.#commandFor(callId, { type: "take", callId, endpointId });
  }

  moveToFront(callId: CallId): CommandResult {
    const result = this.#commandFor(callId, { type: "moveUp", callId });
    if (result.isDone) this.#parts.onMovedUp(callId);
    return result;
  }

  moveToQueue(callId: CallId, queueId: QueueId): CommandResult {
    return this.#commandFor(callId, { type: "moveTo", callId, queueId });
  }

  /** Sends a caller who waits anywhere. */
  send(callId: CallId, destination: Destination): CommandResult {
    const companyId = this.#companyOf(callId);
    if (companyId === undefined) return refused("wrongState");
    const refusal = this.#parts.refusalOf(companyId, destination);
    return refusal ? refused(refusal) : this.#command(companyId, { type: "send", callId, destination });
  }

  close(): void {
    this.#isClosed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #statusIn(companyId: CompanyId, queueId: QueueId): QueueStatus | undefined {
    const config = this.#parts.configsOf(companyId).get(queueId);
    return config && statusOf(this.#floor(companyId), config);
  }

  /** What the floor knows a call by. */
  #placeOf(callId: CallId): CallId {
    return this.#callbackCalls.get(callId) ?? callId;
  }

  #companyOf(callId: CallId): CompanyId | undefined {
    const companyId = this.#parts.companyOf(callId);
    if (companyId !== undefined) return companyId;
    // Whoever is to be called back has no call at the moment.
    for (const [id, { waiting }] of this.#floors)
      if (waiting.some((caller) => caller.callId === callId)) return id;
    return undefined;
  }

  #commandFor(callId: CallId, command: FloorCommand): CommandResult {
    const companyId = this.#companyOf(callId);
    return companyId === undefined ? refused("wrongState") : this.#command(companyId, command);
  }

  #command(companyId: CompanyId, command: FloorCommand): CommandResult {
    const isListed =
      !("endpointId" in command) ||
      queuesServedBy(this.#parts.configsOf(companyId), command.endpointId).length > 0;
    if (!isListed) return refused("unknownEndpoint");
    this.#look(companyId);
    return this.#run(companyId, command) ? DONE : refused("wrongState");
  }

  /** Made when it is first asked for, with everybody as they are now. */
  #floor(companyId: CompanyId): FloorState {
    const known = this.#floors.get(companyId);
    if (known) return known;
    this.#floors.set(companyId, emptyFloor(companyId));
    this.#look(companyId);
    this.#run(companyId, { type: "configured" });
    return this.#floors.get(companyId) ?? emptyFloor(companyId);
  }

  #eventOf(companyId: CompanyId, newsCallId: CallId, news: QueueNews): FloorHappening {
    const callId = this.#placeOf(newsCallId);
    switch (news.type) {
      case "queueEntered": {
        const { queueId, waitingSince, priority, skills } = news;
        const blockedBy = this.#blockedBy(companyId, callId, queueId);
        const party = this.#parts.callbackParty(callId);
        return { type: "entered", callId, queueId, waitingSince, priority, skills, blockedBy, party };
      }
      case "queueTurnedAway": {
        const { queueId, priority, reason } = news;
        return { type: "turnedAway", callId, queueId, priority, reason };
      }
      case "queueAttemptFailed":
        return { type: "attemptFailed", callId };
      case "queueAnswered":
        return { type: "answered", callId, endpointId: news.endpointId };
      case "queueCallbackTaken":
        return { type: "callbackTaken", callId, endpointId: news.endpointId, newCallId: newsCallId };
      case "queueCallbackFailed":
        return { type: "callbackFailed", callId, reason: news.reason };
      case "queueLeft":
        return { type: "left", callId, isSentOn: news.isSentOn };
    }
  }

  #blockedBy(companyId: CompanyId, callId: CallId, queueId: QueueId): readonly EndpointId[] {
    const agents = this.#parts.configsOf(companyId).get(queueId)?.agents ?? [];
    return this.#parts.blockedBy(
      callId,
      agents.map(({ endpointId }) => endpointId),
    );
  }

  #look(companyId: CompanyId, endpointIds: Iterable<EndpointId> = this.#agentsOf(companyId)): void {
    const { agents } = this.#floor(companyId);
    const presence = new Map<EndpointId, AgentPresence>();
    for (const endpointId of endpointIds) {
      const seen = this.#parts.presenceOf(companyId, endpointId);
      if (agents.get(endpointId)?.presence !== seen) presence.set(endpointId, seen);
    }
    if (presence.size > 0) this.#run(companyId, { type: "agentsSeen", presence });
  }

  #agentsOf(companyId: CompanyId): Iterable<EndpointId> {
    return agentsOf(this.#parts.configsOf(companyId)).keys();
  }

  /** False when it was refused. */
  #run(companyId: CompanyId, event: FloorHappening): boolean {
    const timed = { ...event, at: this.#parts.clock.now() };
    const configs = this.#parts.configsOf(companyId);
    const { state, effects, records, changed, isRefused } = stepFloor(this.#floor(companyId), timed, configs);
    if (isRefused) return false;
    this.#floors.set(companyId, state);
    for (const queueId of changed) this.#dirty.set(queueId, companyId);
    this.#depth += 1;
    try {
      for (const record of records) this.#parts.onRecord(record);
      for (const effect of effects) this.#carryOut(companyId, effect);
    } finally {
      this.#depth -= 1;
    }
    if (this.#depth === 0) {
      this.#schedule(companyId);
      this.#tell();
    }
    return true;
  }

  #carryOut(companyId: CompanyId, effect: FloorEffect): void {
    const { announce, comfort, sendOn, passOver, callbacks } = this.#parts;
    switch (effect.type) {
      case "ring":
        // What is set aside for the next process must not ring in this one.
        if (this.#isClosed) break;
        if (!this.#ring(companyId, effect))
          this.#run(companyId, { type: "attemptFailed", callId: effect.callId });
        break;
      case "announce":
        announce(effect);
        break;
      case "comfort":
        comfort(effect);
        break;
      case "sendOn":
        sendOn(effect);
        break;
      case "passOver":
        passOver(companyId, effect);
        break;
      case "keepCallback":
        callbacks?.keep(effect.callback);
        break;
      case "forgetCallback":
        callbacks?.forget(effect.callId);
        break;
    }
  }

  #ring(companyId: CompanyId, { callId, queueId, endpointIds, callback }: EffectOf<"ring">): boolean {
    const { ring, callBack, newId } = this.#parts;
    if (!callback) return ring(callId, queueId, endpointIds);
    const newCallId = newId();
    // First: the call may tell of itself at once.
    this.#callbackCalls.set(newCallId, callId);
    const isBegun = callBack({ callId: newCallId, companyId, queueId, endpointIds, party: callback });
    if (!isBegun) this.#callbackCalls.delete(newCallId);
    return isBegun;
  }

  /** One word on each queue that looks different from what was last told. */
  #tell(): void {
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    for (const [queueId, companyId] of dirty) {
      const status = this.#statusIn(companyId, queueId);
      const text = JSON.stringify(status);
      if (!status || this.#told.get(queueId) === text) continue;
      this.#told.set(queueId, text);
      this.#parts.onChanged(status);
    }
  }

  #schedule(companyId: CompanyId): void {
    const { clock } = this.#parts;
    this.#timers.get(companyId)?.();
    this.#timers.delete(companyId);
    const now = clock.now();
    const at = wakeAt(this.#floor(companyId), this.#parts.configsOf(companyId), now);
    if (at === undefined || this.#isClosed) return;
    const cancel = clock.schedule(at - now, () => {
      this.#timers.delete(companyId);
      this.#look(companyId);
      this.#run(companyId, { type: "woke" });
    });
    this.#timers.set(companyId, cancel);
  }
}
