import type { EndpointId, QueueAgent, QueueConfig, QueueId } from "../dialplan/company-config.ts";
import { drop, mayAskCallback } from "./callback-steps.ts";
import { chooseAgents, whyNotReady } from "./choose-agents.ts";
import { expectedWaitMs } from "./expected-wait.ts";
import type { FloorChange } from "./floor-change.ts";
import { type FloorConfigs, type FloorState, ringingAgents, type WaitingCaller } from "./floor-state.ts";
import { nobodyComes, type Staffing } from "./overflow-reason.ts";
import { passOver } from "./pass-over.ts";
import type { OverflowReason } from "./queue-records.ts";

/** What is worked out once for all callers of a queue. */
interface QueueMoment {
  readonly queue: QueueConfig;
  readonly ready: readonly QueueAgent[];
  readonly hopeless: OverflowReason | undefined;
  /** Callers before the one who is looked at. */
  ahead: number;
}

/** Rings agents for whoever's turn it is, sends on those for whom nobody comes, and talks to the others. */
export function serveCallers(change: FloorChange): void {
  if (change.waiting.length === 0) return;
  const ringing = ringingAgents(change.waiting);
  const moments = new Map<QueueId, QueueMoment | undefined>();
  for (const caller of change.waiting) {
    if (caller.leaving) continue;
    const { queueId } = caller;
    if (!moments.has(queueId)) moments.set(queueId, momentOf(change, queueId));
    const moment = moments.get(queueId);
    if (!moment) {
      if (caller.callback) drop(change, caller, "closed");
      else sendOn(change, caller, "closed");
      continue;
    }
    moment.ahead += 1;
    if (!caller.ringing && !isOutOfReach(caller)) serve(change, caller, moment, ringing);
  }
}

/** Called back already, or still on the line with the voice that says so. */
export const isOutOfReach = ({ callback }: WaitingCaller): boolean =>
  callback !== undefined && (callback.isOnLine || callback.takenBy !== undefined);

function momentOf(change: FloorChange, queueId: QueueId): QueueMoment | undefined {
  const queue = change.configs.get(queueId);
  if (!queue) return undefined;
  const ready = queue.agents.filter((agent) => whyNotReady(change, agent) === undefined);
  return { queue, ready, hopeless: nobodyComes(queue, staffingOf(change, queue)), ahead: 0 };
}

function staffingOf(change: FloorChange, { agents }: QueueConfig): Staffing {
  const loggedIn = agents.filter(({ isLoggedIn }) => isLoggedIn);
  const working = loggedIn.filter(
    ({ endpointId, pausedReason }) => (pausedReason ?? change.agent(endpointId).pausedReason) === undefined,
  );
  return { loggedIn: loggedIn.length, working: working.length };
}

function serve(
  change: FloorChange,
  caller: WaitingCaller,
  { queue, ready, hopeless, ahead }: QueueMoment,
  ringing: Set<EndpointId>,
): void {
  const { at } = change;
  if (at >= caller.notBefore && ready.length > 0) {
    const free = ready.filter(({ endpointId }) => !ringing.has(endpointId));
    const chosen = free.length > 0 ? chooseAgents(change, queue, caller, free) : [];
    if (chosen.length > 0) {
      offer(change, caller, chosen, ringing);
      for (const endpointId of chosen) ringing.add(endpointId);
      return;
    }
  }
  // Whoever has hung up waits as long as it takes.
  if (caller.callback) return;
  const reason = hopeless ?? (at >= caller.since + queue.maxWaitMs ? "waitedTooLong" : undefined);
  if (reason) sendOn(change, caller, reason);
  else talk(change, caller, queue, ahead);
}

export function offer(
  change: FloorChange,
  caller: WaitingCaller,
  endpointIds: readonly EndpointId[],
  ringing: ReadonlySet<EndpointId>,
): void {
  const { callId, queueId, callback, party } = caller;
  passOver(change, caller, endpointIds, ringing);
  change.setCaller(callId, { ringing: endpointIds });
  for (const endpointId of endpointIds) change.setAgent(endpointId, { offeredAt: change.at });
  change.setQueue(queueId, { lastOffered: endpointIds.at(-1) });
  change.record(queueId, { type: "offered", callId, endpointIds });
  change.emit({ type: "ring", callId, queueId, endpointIds, callback: callback && party });
}

function sendOn(change: FloorChange, { callId, queueId }: WaitingCaller, reason: OverflowReason): void {
  change.setCaller(callId, { leaving: { type: "overflowed", reason } });
  change.emit({ type: "sendOn", callId, queueId, destination: undefined, isChosen: false });
}

function talk(change: FloorChange, caller: WaitingCaller, queue: QueueConfig, position: number): void {
  const { at } = change;
  const { callId, since } = caller;
  if (at < caller.announceAt && at < caller.comfortAt) return;
  // Not before: it looks at all who wait, and everybody comes by here in every step.
  const offersCallback = mayAskCallback(change, caller);
  if (at >= caller.announceAt) {
    const { answered } = change.queue(queue.id);
    const expected = queue.announcesWait ? expectedWaitMs(answered, at, at - since) : undefined;
    change.emit({ type: "announce", callId, position, expectedWaitMs: expected, offersCallback });
    change.setCaller(callId, { announceAt: after(at, queue.announceEveryMs) });
  } else if (at >= caller.comfortAt) change.emit({ type: "comfort", callId, offersCallback });
  // Two things said at once are understood by nobody.
  if (at >= caller.comfortAt) change.setCaller(callId, { comfortAt: after(at, comfortEveryMs(queue)) });
}

/** Where nothing else is said, callers must still hear that they may be called back. */
const OFFER_EVERY_MS = 30_000;

export const comfortEveryMs = (queue: QueueConfig): number =>
  queue.comfortEveryMs || (queue.callback && queue.announceEveryMs === 0 ? OFFER_EVERY_MS : 0);

/** Never, where there is no interval. */
export const after = (at: number, everyMs: number): number =>
  everyMs > 0 ? at + everyMs : Number.POSITIVE_INFINITY;

/** When to look again; undefined when only an event can change anything. What is due has been looked at already. */
export function wakeAt(state: FloorState, configs: FloorConfigs, now: number): number | undefined {
  let soonest = Number.POSITIVE_INFINITY;
  const consider = (at: number): void => {
    if (at > now && at < soonest) soonest = at;
  };
  for (const caller of state.waiting) {
    const queue = configs.get(caller.queueId);
    // Nothing is due for a caller whom agents ring for, or who leaves.
    if (!queue || caller.ringing || caller.leaving || isOutOfReach(caller)) continue;
    const { since, announceAt, comfortAt, notBefore, skills } = caller;
    consider(notBefore);
    if (!caller.callback) for (const at of [announceAt, comfortAt, since + queue.maxWaitMs]) consider(at);
    if (skills.length > 0) consider(since + queue.skillPatienceMs);
  }
  for (const { wrapUp } of state.agents.values()) if (wrapUp) consider(wrapUp.untilMs);
  return soonest === Number.POSITIVE_INFINITY ? undefined : soonest;
}
