import type { QueueAgent, QueueConfig } from "../dialplan/company-config.ts";
import { compareTurns, type FloorState, type WaitingCaller } from "../queues/floor-state.ts";
import type { QueueRecord } from "../queues/queue-records.ts";

const LEAVING = new Set<QueueRecord["type"]>([
  "answered",
  "abandoned",
  "overflowed",
  "moved",
  "callbackDropped",
]);

/** Counts along with the records, as everybody does who never sees the floor itself. */
export class RecordCount {
  readonly waiting = new Map<string, string>();
  /** Since when, of those who wait. */
  readonly since = new Map<string, number>();
  /** Who talks in which call of a queue. */
  readonly talking = new Map<string, string>();
  readonly paused = new Set<string>();
  readonly numbers: Partial<Record<QueueRecord["type"], number>> = {};

  add(record: QueueRecord): void {
    const { type, queueId } = record;
    this.numbers[type] = (this.numbers[type] ?? 0) + 1;
    if (record.type === "entered") {
      must(!this.waiting.has(record.callId), () => `${record.callId} entered twice`);
      this.waiting.set(record.callId, queueId);
      this.since.set(record.callId, record.at);
    } else if (LEAVING.has(type) && "callId" in record) {
      must(
        this.waiting.get(record.callId) === queueId,
        () => `${record.callId} ${type} without having entered`,
      );
      this.waiting.delete(record.callId);
      this.since.delete(record.callId);
      if (record.type === "answered") this.talking.set(record.callId, record.endpointId);
    } else if (record.type === "offered" || record.type === "missed" || record.type === "callbackFailed")
      must(this.waiting.has(record.callId), () => `${record.callId} ${type} although it does not wait`);
    else this.#addAgent(record);
  }

  #addAgent(record: QueueRecord): void {
    const { type, queueId } = record;
    if (!("endpointId" in record)) return;
    if (record.type === "ended") this.talking.delete(record.callId);
    const key = `${queueId}/${record.endpointId}`;
    if (type === "paused") this.paused.add(key);
    else if (type === "resumed" || type === "signedOut") this.paused.delete(key);
  }
}

/** What must hold after every step, whatever has happened. Throws with what does not. */
export function checkFloor(
  state: FloorState,
  configs: ReadonlyMap<string, QueueConfig>,
  count: RecordCount,
  at: number,
): void {
  const offered = checkOffers(state, configs);
  checkOrder(state);
  checkCount(state, count);
  for (const caller of state.waiting) {
    const queue = configs.get(caller.queueId);
    const isAway = caller.callback?.isOnLine || caller.callback?.takenBy;
    const isServed = !queue || caller.ringing || caller.leaving || isAway || at < caller.notBefore;
    if (!isServed) checkNobodyIsFree(state, queue, caller, offered, at);
  }
}

export function must(isTrue: boolean, complaint: () => string): asserts isTrue {
  if (!isTrue) throw new Error(complaint());
}

/** The result is who rings. */
function checkOffers(
  { waiting, agents }: FloorState,
  configs: ReadonlyMap<string, QueueConfig>,
): ReadonlySet<string> {
  const offered = new Set<string>();
  for (const { callId, queueId, ringing = [] } of waiting) {
    const isForAll = configs.get(queueId)?.strategy === "ringAll";
    must(isForAll || ringing.length <= 1, () => `${callId} is offered to ${ringing.join()}`);
    for (const endpointId of ringing) {
      must(!offered.has(endpointId), () => `${endpointId} is offered two calls`);
      offered.add(endpointId);
      must(agents.get(endpointId)?.wrapUp === undefined, () => `${endpointId} is rung in wrap-up`);
    }
  }
  return offered;
}

function checkOrder({ waiting }: FloorState): void {
  for (const [index, caller] of waiting.entries()) {
    const next = waiting[index + 1];
    must(!next || compareTurns(caller, next) <= 0, () => `${next?.callId} waits behind ${caller.callId}`);
  }
}

function checkCount({ waiting, queues }: FloorState, count: RecordCount): void {
  must(waiting.length === count.waiting.size, () => "The records say that others wait");
  for (const { callId, queueId, since } of waiting) {
    must(count.waiting.get(callId) === queueId, () => `${callId} waits in ${queueId}, as no record says`);
    must(count.since.get(callId) === since, () => `${callId} waits since another time than its record says`);
  }
  let paused = 0;
  for (const [queueId, { standings }] of queues)
    for (const [endpointId, { pausedReason }] of standings) {
      if (pausedReason === undefined) continue;
      paused += 1;
      must(count.paused.has(`${queueId}/${endpointId}`), () => `${endpointId} is paused, as no record says`);
    }
  must(paused === count.paused.size, () => "The records say that others are paused");
}

/** Nobody waits while somebody is free who may take the call. */
function checkNobodyIsFree(
  state: FloorState,
  queue: QueueConfig,
  caller: WaitingCaller,
  offered: ReadonlySet<string>,
  at: number,
): void {
  const isChoosy = at < caller.since + queue.skillPatienceMs;
  const mayTake = ({ endpointId, isLoggedIn, pausedReason, skills = [] }: QueueAgent): boolean => {
    const agent = state.agents.get(endpointId);
    const isWilling = isLoggedIn && pausedReason === undefined && agent?.pausedReason === undefined;
    const isAble = !isChoosy || caller.skills.every((skill) => skills.includes(skill));
    const isThere = agent?.presence === "free" && !agent.wrapUp && !offered.has(endpointId);
    return isWilling && isAble && isThere && !caller.blockedBy.includes(endpointId);
  };
  const free = queue.agents.find(mayTake);
  must(!free, () => `${caller.callId} waits although ${free?.endpointId} is free`);
}
