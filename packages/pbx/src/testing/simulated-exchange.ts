import { FakeClock } from "@offhook/testkit";
import type { LegEnd } from "../calls/call-effect.ts";
import { CallRunner } from "../calls/call-runner.ts";
import type { QueueCommands, RouteQuestion } from "../calls/call-runner-parts.ts";
import type { CallCore, CallState, Channel, Party, RingStage, RingTarget } from "../calls/call-state.ts";
import type { LegRecord } from "../calls/records/leg-record.ts";
import type { CallView } from "../calls/views/call-view.ts";
import type { RouteDecision } from "../dialplan/plan-route.ts";
import { SimulatedLegs } from "./simulated-legs.ts";

export const REATTACH_MS = 30_000;

/** Call control with everything around it simulated: the test decides where calls go. */
export class SimulatedExchange {
  readonly clock = new FakeClock(0);
  readonly legs = new SimulatedLegs();
  readonly opened: LegRecord[] = [];
  readonly closed: LegEnd[] = [];
  readonly changes: CallView[] = [];
  readonly endings: CallView[] = [];
  readonly queued = new Map<string, Set<string>>();
  readonly applications = new Set<string>();
  readonly runner: CallRunner;
  /** The dial plan. */
  route: (question: RouteQuestion) => RouteDecision = () => this.refuse();
  #lastId = 0;

  constructor() {
    this.runner = new CallRunner({
      clock: this.clock,
      settings: { reattachMs: REATTACH_MS },
      legs: this.legs,
      queues: this.#queues(),
      newId: () => this.newId(),
      route: (question) => this.route(question),
      runApplication: (callId) => {
        if (this.applications.has(callId)) throw new Error("Two applications in one call");
        this.applications.add(callId);
        return () => this.applications.delete(callId);
      },
      records: {
        opened: (record) => this.opened.push(record),
        resumed: () => {},
        closed: (end) => this.closed.push(end),
        latest: () => undefined,
      },
      isRecording: () => false,
      supervisorsOf: () => [],
      onChanged: (view) => this.changes.push(view),
      onEnded: (view) => this.endings.push(view),
    });
  }

  newId(): string {
    this.#lastId += 1;
    return `id${this.#lastId}`;
  }

  /** A device of an endpoint, or somebody outside, calls. */
  call(
    endpointId: string | undefined,
    dialed: string,
  ): { readonly callId: string; readonly channelId: string } {
    const callId = this.newId();
    const party = partyOf(endpointId, endpointId ?? "outside");
    const record = this.record(callId, party, "out", dialed);
    const channel: Channel = { id: this.newId(), party, recordId: record.id, deviceId: "device" };
    this.legs.incoming(channel);
    this.runner.offer(this.core(callId, party, dialed), channel, record, {
      kind: "number",
      number: dialed,
    });
    return { callId, channelId: channel.id };
  }

  core(callId: string, caller: Party, dialed: string): CallCore {
    return {
      id: callId,
      companyId: "company",
      startedAt: this.clock.now(),
      dialed,
      caller,
      externalCallerId: undefined,
      isAnonymous: false,
      isDoorbell: false,
      queueId: undefined,
      via: undefined,
      note: undefined,
      visited: [],
      legs: new Map(),
      musicPath: undefined,
    };
  }

  /** Devices of one line that ring; `devices` 0 for one that is unreachable. */
  target(callId: string, endpointId: string | undefined, devices: number): RingTarget {
    const party = partyOf(endpointId, endpointId ?? "outside");
    const record = this.record(callId, party, "in", "dialed");
    const channels = Array.from(
      { length: devices },
      (_, index): Channel => ({ id: this.newId(), party, recordId: record.id, deviceId: `device${index}` }),
    );
    const shown = { number: "1", name: "", isAnonymous: false, via: undefined, isDoorbell: false };
    return { record, channels, shown, dial: undefined };
  }

  /** The same line with a device that is on its way. */
  awaited(target: RingTarget): RingTarget {
    const { record } = target;
    const party = partyOf(record.endpointId, record.ownNumber);
    const channel: Channel = { id: this.newId(), party, recordId: record.id, deviceId: undefined };
    return { ...target, awaited: { channel, forMs: 5_000 } };
  }

  /** A device of the line registers. */
  appear(state: CallState, endpointId: string, deviceId: string): void {
    const party = partyOf(endpointId, endpointId);
    const unreached = [...state.core.legs.values()].find(
      ({ record, isUnreached }) => isUnreached === true && record.endpointId === endpointId,
    );
    const target = this.target(state.core.id, endpointId, 0);
    const record = unreached?.record ?? target.record;
    const channel: Channel = { id: this.newId(), party, recordId: record.id, deviceId };
    this.runner.handleCall(state.core.id, { type: "deviceAppeared", channel, target: { ...target, record } });
  }

  ringing(...stages: readonly RingStage[]): RouteDecision {
    return { kind: "ring", stages, fallbacks: {}, hasMusic: false, missed: [], visited: [] };
  }

  stage(...targets: readonly RingTarget[]): RingStage {
    return { targets, timeoutMs: 45_000, isSpare: false };
  }

  refuse(): RouteDecision {
    return { kind: "refuse", cause: "notFound", missed: [], visited: [] };
  }

  /** Everything that is on its way arrives. */
  settle(): void {
    while (this.legs.inFlight > 0) this.deliver(0);
  }

  deliver(pick: number): void {
    this.legs.deliver(pick, (channelId, event) => this.runner.handle(channelId, event));
  }

  record(callId: string, party: Party, direction: "in" | "out", dialed: string): LegRecord {
    return {
      id: this.newId(),
      callId,
      companyId: "company",
      endpointId: party.endpointId,
      trunkId: party.trunkId,
      queueId: undefined,
      direction,
      ownNumber: party.number,
      number: "",
      name: "",
      dialed,
      startedAt: this.clock.now(),
    };
  }

  #queues(): QueueCommands {
    const waiting = (queueId: string): Set<string> => {
      const set = this.queued.get(queueId) ?? new Set<string>();
      this.queued.set(queueId, set);
      return set;
    };
    return {
      follow: (_companyId, callId, { type, queueId }) => {
        const callers = waiting(queueId);
        if (type === "queueEntered") callers.add(callId);
        else if (type === "queueAnswered" || type === "queueLeft") callers.delete(callId);
        else if (type === "queueAttemptFailed" && !callers.has(callId))
          throw new Error("Failed for a caller who does not wait");
      },
    };
  }
}

export const partyOf = (endpointId: string | undefined, number: string): Party => ({
  endpointId,
  trunkId: endpointId === undefined ? "trunk" : undefined,
  number,
  name: "",
});
