import type { QueueAgent, QueueConfig, RingStrategy } from "../dialplan/company-config.ts";
import type { SavedCallback } from "../ports/callback-store.ts";
import {
  type AgentPresence,
  emptyFloor,
  type FloorEffect,
  type FloorHappening,
  type FloorState,
  type WaitingCaller,
} from "../queues/floor-state.ts";
import { stepFloor } from "../queues/floor-step.ts";
import type { MissedReason } from "../queues/queue-records.ts";
import { wakeAt } from "../queues/serve-callers.ts";
import { checkFloor, must, RecordCount } from "./floor-checks.ts";
import { aQueue } from "./test-company.ts";

const STRATEGIES: readonly RingStrategy[] = ["ringAll", "longestIdle", "roundRobin", "fewestCalls", "random"];
const SKILLS = ["spanish", "billing"];
const REASONS: readonly MissedReason[] = ["noAnswer", "declined", "unreachable"];
/** Lines of no queue, which pick up what rings at others. */
const COLLEAGUES = ["colleague0", "colleague1"];
const AGENTS = Array.from({ length: 12 }, (_, index) => `agent${index}`);

/** Callers, agents and supervisors who do what they like, around a real floor. What must always hold is checked. */
export class FloorSimulation {
  readonly count = new RecordCount();
  state: FloorState = emptyFloor("company");
  #at = 1_000_000;
  #calls = 0;
  #queues: readonly QueueConfig[];
  #configs: ReadonlyMap<string, QueueConfig>;
  /** Calls that agents talk in, by agent. */
  readonly #talks = new Map<
    string,
    { readonly callId: string; readonly queueId: string; readonly at: number }
  >();
  readonly #presence = new Map<string, AgentPresence>();
  /** Callbacks that a restart brings back. */
  readonly #kept = new Map<string, SavedCallback>();
  /** What the floor wants of the calls and they have not done yet. */
  readonly #leaving: Extract<FloorEffect, { type: "sendOn" }>[] = [];
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
    this.#queues = STRATEGIES.map((strategy) => this.#aQueue(strategy));
    this.#configs = byId(this.#queues);
    this.#play({ type: "configured" });
    for (const endpointId of AGENTS) this.#see(endpointId, "free");
  }

  /** Until so many have called, and all of them are gone again. */
  run(calls: number): void {
    while (this.#calls < calls) {
      this.#pass(this.#below(3_000));
      this.#oneOf(this.#likely)();
    }
    for (const { callId } of this.state.waiting) this.#play({ type: "left", callId, isSentOn: false });
    for (const caller of this.state.waiting) this.#finishCallback(caller);
    must(this.#kept.size === 0, () => "A callback is kept that nobody waits for");
    for (const endpointId of [...this.#talks.keys()]) this.#endTalk(endpointId);
  }

  /** Things that happen, the frequent ones several times. */
  readonly #likely: readonly (() => void)[] = [
    () => this.#enter(),
    () => this.#enter(),
    () => this.#answer(),
    () => this.#answer(),
    () => this.#answer(),
    () => this.#pickUp(),
    () => this.#miss(),
    () => this.#timeOut(),
    () => this.#endTalk(this.#oneOf([...this.#talks.keys(), ""])),
    () => this.#endTalk(this.#oneOf([...this.#talks.keys(), ""])),
    () => this.#leave(),
    () => this.#leave(),
    () => this.#hangUp(),
    () => this.#askCallback(),
    () => this.#callBack(),
    () => this.#callBack(),
    () => this.#wander(),
    () => this.#command(),
    () => this.#configure(),
    // Not every moment of a day.
    () => this.#below(50) === 0 && this.#crash(),
  ];

  #aQueue(strategy: RingStrategy): QueueConfig {
    return aQueue({
      id: strategy,
      strategy,
      agents: AGENTS.filter(() => this.#below(2) === 0).map((id) => this.#anAgent(id)),
      wrapUpMs: this.#below(2) * 5_000,
      maxWaitMs: 60_000 + this.#below(60_000),
      skillPatienceMs: this.#below(20_000),
      leavesWhenEmpty: this.#below(2) === 0,
      leavesWhenPaused: this.#below(2) === 0,
      pausesAfterMissed: this.#below(3) === 0,
      canChoose: this.#below(2) === 0,
      callback: this.#below(3) > 0 ? { retryAfterMs: this.#below(60_000) } : undefined,
    });
  }

  #anAgent(endpointId: string): QueueAgent {
    return {
      endpointId,
      isLoggedIn: this.#below(5) > 0,
      // Nobody begins the day with a pause: the records do not tell how it was before them.
      pausedReason: this.#calls > 0 && this.#below(6) === 0 ? "Lunch" : undefined,
      penalty: this.#below(3),
      skills: SKILLS.filter(() => this.#below(2) === 0),
    };
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #oneOf<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)] as Item;
  }

  /** Time goes by, and the floor is woken whenever it asked to be. */
  #pass(ms: number): void {
    const until = this.#at + ms;
    for (;;) {
      const wake = wakeAt(this.state, this.#configs, this.#at);
      if (wake === undefined || wake > until) break;
      this.#at = wake;
      this.#play({ type: "woke" });
    }
    this.#at = until;
    // Without being woken: a floor that forgets to ask for it lets people wait.
    checkFloor(this.state, this.#configs, this.count, this.#at);
    this.#checkTalks();
  }

  /** Whoever counts the records knows who talks, as the board shows it. */
  #checkTalks(): void {
    const isDialing = (id: string): boolean =>
      this.state.waiting.some(({ callback }) => callback?.takenBy === id);
    const talks = [...this.#talks].filter(([endpointId]) => !isDialing(endpointId));
    must(talks.length === this.count.talking.size, () => "The records say that others talk");
    for (const [endpointId, { callId }] of talks)
      must(this.count.talking.get(callId) === endpointId, () => `${endpointId} talks, as no record says`);
  }

  #play(happening: FloorHappening): boolean {
    const isDone = this.#step(happening);
    this.#check();
    return isDone;
  }

  #step(happening: FloorHappening): boolean {
    const before = this.state;
    const step = stepFloor(before, { ...happening, at: this.#at }, this.#configs);
    must(!step.isRefused || step.state === before, () => "A refused command has changed something");
    this.state = step.state;
    for (const record of step.records) this.count.add(record);
    for (const effect of step.effects) this.#carryOut(effect);
    return !step.isRefused;
  }

  #check(): void {
    checkFloor(this.state, this.#configs, this.count, this.#at);
    const callbacks = this.state.waiting.filter(({ callback }) => callback);
    must(
      callbacks.length === this.#kept.size && callbacks.every(({ callId }) => this.#kept.has(callId)),
      () => "Other callbacks are kept than those that wait",
    );
  }

  #carryOut(effect: FloorEffect): void {
    if (effect.type === "sendOn") this.#leaving.push(effect);
    if (effect.type === "keepCallback") this.#kept.set(effect.callback.callId, effect.callback);
    if (effect.type === "forgetCallback") this.#kept.delete(effect.callId);
    if (effect.type !== "ring") return;
    for (const endpointId of effect.endpointIds)
      must(this.#presence.get(endpointId) === "free", () => `${endpointId} is rung and not free`);
  }

  #see(endpointId: string, presence: AgentPresence): void {
    this.#presence.set(endpointId, presence);
    this.#play({ type: "agentsSeen", presence: new Map([[endpointId, presence]]) });
  }

  #enter(): void {
    this.#calls += 1;
    this.#play({
      type: "entered",
      callId: `call${this.#calls}`,
      queueId: this.#oneOf(STRATEGIES),
      priority: this.#below(5) === 0 ? this.#below(3) : 0,
      skills: this.#below(4) === 0 ? [this.#oneOf(SKILLS)] : [],
      blockedBy: this.#below(20) === 0 ? [this.#oneOf(AGENTS)] : [],
      // Some call again, and some hide their number.
      party: this.#below(5) === 0 ? undefined : { number: `+1212555${this.#below(200)}`, name: "" },
    });
  }

  /** A caller for whom somebody rings. */
  #offered() {
    const offered = this.state.waiting.filter(({ ringing }) => ringing && ringing.length > 0);
    const caller = offered.length > 0 ? this.#oneOf(offered) : undefined;
    return caller?.ringing && { ...caller, endpointId: this.#oneOf(caller.ringing) };
  }

  #answer(): void {
    const offered = this.#offered();
    if (!offered) return;
    const { callId, queueId, endpointId } = offered;
    this.#talks.set(endpointId, { callId, queueId, at: this.#at });
    // Both at once: an agent who talks is never seen as free.
    this.#presence.set(endpointId, "busy");
    this.#play({ type: "agentsSeen", presence: new Map([[endpointId, "busy"]]) });
    // Whoever is called back has yet to answer.
    if (offered.callback)
      this.#play({ type: "callbackTaken", callId, endpointId, newCallId: `new-${callId}` });
    else this.#play({ type: "answered", callId, endpointId });
  }

  /** Somebody who is no agent takes what rings at one. */
  #pickUp(): void {
    const offered = this.#offered();
    const colleague = this.#oneOf(COLLEAGUES);
    if (!offered || offered.callback || this.#talks.has(colleague)) return;
    const { callId, queueId } = offered;
    this.#talks.set(colleague, { callId, queueId, at: this.#at });
    this.#play({ type: "answered", callId, endpointId: colleague });
  }

  /** The process ends, with all talks, and another one goes on with those who wait. Some have hung up meanwhile. */
  #crash(): void {
    for (const endpointId of [...this.#talks.keys()]) this.#endTalk(endpointId);
    for (const { callId } of this.#leaving.splice(0)) this.#play({ type: "left", callId, isSentOn: false });
    const { waiting } = this.state;
    this.state = { ...this.state, waiting: [] };
    for (const { callId, callback, ...caller } of waiting) {
      const kept = this.#kept.get(callId);
      if (callback) must(kept !== undefined, () => `The callback of ${callId} is lost`);
      this.#step(
        kept ? { type: "callbackRestored", callback: kept } : { type: "resumed", callId, ...caller },
      );
    }
    this.#check();
    const order = (callers: readonly WaitingCaller[]): string => callers.map(({ callId }) => callId).join();
    must(order(waiting) === order(this.state.waiting), () => "A restart has changed the order");
    for (const { callId, callback } of waiting)
      if (!callback)
        this.#play(
          this.#below(10) > 0 ? { type: "foundAlive", callId } : { type: "left", callId, isSentOn: false },
        );
  }

  #askCallback(): void {
    const { waiting } = this.state;
    if (waiting.length > 0) this.#play({ type: "callbackAsked", callId: this.#oneOf(waiting).callId });
  }

  /** Somebody who is called back answers or does not; or has just hung up. */
  #callBack(): void {
    const callbacks = this.state.waiting.filter(({ callback }) => callback?.isOnLine || callback?.takenBy);
    if (callbacks.length > 0) this.#advance(this.#oneOf(callbacks), this.#below(2) === 0);
  }

  #advance({ callId, callback }: WaitingCaller, isAnswered: boolean): void {
    const { isOnLine = false, takenBy } = callback ?? {};
    if (isOnLine) this.#play({ type: "hungUp", callId });
    if (takenBy === undefined) return;
    if (isAnswered) this.#play({ type: "answered", callId, endpointId: takenBy });
    else this.#endTalk(takenBy);
  }

  /** Whatever it is at, until it is gone. */
  #finishCallback(caller: WaitingCaller): void {
    const { callId } = caller;
    this.#advance(caller, true);
    if (this.#ringingFor(callId).length > 0) this.#play({ type: "attemptFailed", callId });
    this.#play({ type: "cancelCallback", callId });
  }

  #miss(): void {
    const offered = this.#offered();
    if (!offered) return;
    const { callId, queueId, endpointId } = offered;
    this.#play({ type: "missed", callId, queueId, endpointId, reason: this.#oneOf(REASONS), ringMs: 1 });
    if (this.#ringingFor(callId).length === 0) this.#play({ type: "attemptFailed", callId });
  }

  /** Nobody answers; sometimes the attempt fails before anybody could, as in a crash. */
  #timeOut(): void {
    const offered = this.#offered();
    if (!offered) return;
    const { callId, queueId } = offered;
    for (const endpointId of this.#below(4) === 0 ? [] : this.#ringingFor(callId))
      this.#play({ type: "missed", callId, queueId, endpointId, reason: "noAnswer", ringMs: 1 });
    this.#play({ type: "attemptFailed", callId });
  }

  #ringingFor(callId: string): readonly string[] {
    return this.state.waiting.find((caller) => caller.callId === callId)?.ringing ?? [];
  }

  #endTalk(endpointId: string): void {
    const talk = this.#talks.get(endpointId);
    if (!talk) return;
    const { callId, queueId, at } = talk;
    const isDialing = this.state.waiting.some(({ callback }) => callback?.takenBy === endpointId);
    this.#talks.delete(endpointId);
    // Nobody answers there, or the agent hangs up first.
    if (isDialing) {
      this.#play({ type: "missed", callId, queueId, endpointId, reason: "noAnswer", ringMs: 1 });
      this.#play({ type: "callbackFailed", callId, reason: "noAnswer" });
    } else this.#play({ type: "callEnded", callId, queueId, endpointId, talkMs: this.#at - at });
    this.#see(endpointId, "free");
  }

  /** A call goes where the floor has sent it; some callers hang up just then. */
  #leave(): void {
    const sent = this.#leaving.shift();
    if (!sent || !this.count.waiting.has(sent.callId)) return;
    const { callId, destination } = sent;
    const isSentOn = this.#below(10) > 0;
    const caller = this.state.waiting.find((each) => each.callId === callId);
    this.#play({ type: "left", callId, isSentOn });
    if (!isSentOn || destination?.kind !== "queue" || !caller) return;
    const { id: queueId, priority = 0, skills = [] } = destination;
    const { waitingSince, blockedBy, party } = caller;
    this.#play({ type: "entered", callId, queueId, waitingSince, priority, skills, blockedBy, party });
  }

  #hangUp(): void {
    const { waiting } = this.state;
    if (waiting.length > 0)
      this.#play({ type: "left", callId: this.#oneOf(waiting).callId, isSentOn: false });
  }

  /** Somebody closes the laptop, comes back, or makes a call of their own. */
  #wander(): void {
    const endpointId = this.#oneOf(AGENTS);
    if (!this.#talks.has(endpointId))
      this.#see(endpointId, this.#oneOf(["free", "free", "busy", "unreachable"]));
  }

  #command(): void {
    const endpointId = this.#oneOf(AGENTS);
    const callId = this.state.waiting.length > 0 ? this.#oneOf(this.state.waiting).callId : "nobody";
    this.#play(
      this.#oneOf<FloorHappening>([
        { type: "pause", endpointId, reason: "Break" },
        { type: "resume", endpointId },
        { type: "resume", endpointId },
        { type: "getReady", endpointId },
        { type: "take", callId, endpointId },
        { type: "moveUp", callId },
        { type: "cancelCallback", callId },
        { type: "moveTo", callId, queueId: this.#oneOf(STRATEGIES) },
        { type: "send", callId, destination: { kind: "mailbox", id: "box" } },
      ]),
    );
  }

  /** Somebody logs in or out, pauses or resumes in one of the queues. */
  #configure(): void {
    const changed = this.#oneOf(STRATEGIES);
    const endpointId = this.#oneOf(AGENTS);
    this.#queues = this.#queues.map((queue) =>
      queue.id === changed
        ? {
            ...queue,
            agents: queue.agents.map((agent) =>
              agent.endpointId === endpointId ? this.#anAgent(endpointId) : agent,
            ),
          }
        : queue,
    );
    this.#configs = byId(this.#queues);
    this.#play({ type: "configured" });
  }
}

const byId = (queues: readonly QueueConfig[]): ReadonlyMap<string, QueueConfig> =>
  new Map(queues.map((queue) => [queue.id, queue]));
