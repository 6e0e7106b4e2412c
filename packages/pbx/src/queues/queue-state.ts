import type { QueueConfig } from "../dialplan/company-config.ts";

interface WaitingCaller {
  readonly callId: string;
  readonly since: number;
  readonly announceAt: number;
  /** Not rung before this: a moment's rest after an attempt that failed. */
  readonly notBefore: number;
  /** The agents that ring for the caller now. */
  readonly ringing: readonly string[] | undefined;
}

interface AgentHistory {
  /** When the agent's last call ended; 0 when there was none. */
  readonly idleSince: number;
  /** When the agent was last rung. */
  readonly offeredAt: number;
  readonly wrapUpUntil: number;
}

/** A call queue: who waits, in order, and what is known of its agents. */
export interface QueueState {
  readonly waiting: readonly WaitingCaller[];
  readonly agents: ReadonlyMap<string, AgentHistory>;
  /** Round robin goes on after this one. */
  readonly lastOffered: string | undefined;
}

export const EMPTY_QUEUE: QueueState = { waiting: [], agents: new Map(), lastOffered: undefined };

export type QueueEvent = { readonly at: number } & (
  | { readonly type: "entered"; readonly callId: string }
  | { readonly type: "left"; readonly callId: string }
  | { readonly type: "attemptFailed"; readonly callId: string }
  | { readonly type: "answered"; readonly callId: string }
  /** An agent's call of this queue has ended. */
  | { readonly type: "agentDone"; readonly endpointId: string }
  /** Time went by, or an agent became free: see what can be done. `free` can be rung right now. */
  | {
      readonly type: "checked";
      readonly free: ReadonlySet<string>;
      /** Agents who have blocked this caller; they are not rung. */
      readonly hasBlocked?: (callId: string, endpointId: string) => boolean;
    }
);

export type QueueEffect =
  | { readonly type: "ring"; readonly callId: string; readonly endpointIds: readonly string[] }
  | { readonly type: "announce"; readonly callId: string; readonly position: number }
  | { readonly type: "giveUp"; readonly callId: string };

export interface QueueStep {
  readonly state: QueueState;
  readonly effects: readonly QueueEffect[];
}

/** Keeps agents who decline at once from being rung in a loop. */
const REST_MS = 2_000;
const UNKNOWN_AGENT: AgentHistory = { idleSince: 0, offeredAt: 0, wrapUpUntil: 0 };

type Checked = Extract<QueueEvent, { type: "checked" }>;

/** Pure. `checked` is the only event that rings, announces or gives up. */
export function stepQueue(state: QueueState, event: QueueEvent, config: QueueConfig): QueueStep {
  switch (event.type) {
    case "entered":
      return only({ ...state, waiting: [...state.waiting, newcomer(event.callId, event.at, config)] });
    case "left":
    case "answered":
      return only({ ...state, waiting: state.waiting.filter(({ callId }) => callId !== event.callId) });
    case "attemptFailed":
      return only(mapCaller(state, event.callId, (each) => rest(each, event.at)));
    case "agentDone": {
      const history = state.agents.get(event.endpointId) ?? UNKNOWN_AGENT;
      const done = { ...history, idleSince: event.at, wrapUpUntil: event.at + config.wrapUpMs };
      return only({ ...state, agents: new Map(state.agents).set(event.endpointId, done) });
    }
    case "checked":
      return check(state, event, config);
  }
}

const only = (state: QueueState): QueueStep => ({ state, effects: [] });
const rest = (caller: WaitingCaller, at: number): WaitingCaller => ({
  ...caller,
  ringing: undefined,
  notBefore: at + REST_MS,
});

function newcomer(callId: string, at: number, { announceEveryMs }: QueueConfig): WaitingCaller {
  const announceAt = announceEveryMs > 0 ? at + announceEveryMs : Number.POSITIVE_INFINITY;
  return { callId, since: at, announceAt, notBefore: at, ringing: undefined };
}

function mapCaller(
  state: QueueState,
  callId: string,
  map: (caller: WaitingCaller) => WaitingCaller,
): QueueState {
  return { ...state, waiting: state.waiting.map((each) => (each.callId === callId ? map(each) : each)) };
}

function check(state: QueueState, checked: Checked, config: QueueConfig): QueueStep {
  const { at } = checked;
  const effects: QueueEffect[] = [];
  let next = state;
  for (const caller of state.waiting) {
    if (caller.ringing) continue;
    const rung = at >= caller.notBefore ? chooseAgents(next, caller, checked, config) : [];
    if (rung.length > 0) {
      effects.push({ type: "ring", callId: caller.callId, endpointIds: rung });
      next = offer(
        mapCaller(next, caller.callId, (each) => ({ ...each, ringing: rung })),
        rung,
        at,
      );
    } else if (isHopeless(caller, at, config)) {
      effects.push({ type: "giveUp", callId: caller.callId });
    } else if (at >= caller.announceAt) {
      const position = next.waiting.findIndex(({ callId }) => callId === caller.callId) + 1;
      effects.push({ type: "announce", callId: caller.callId, position });
      const announceAt = at + config.announceEveryMs;
      next = mapCaller(next, caller.callId, (each) => ({ ...each, announceAt }));
    }
  }
  return { state: next, effects };
}

function isHopeless(caller: WaitingCaller, at: number, config: QueueConfig): boolean {
  const isEmpty = config.leavesWhenEmpty && !config.agents.some(({ isLoggedIn }) => isLoggedIn);
  return isEmpty || at >= caller.since + config.maxWaitMs;
}

function offer(state: QueueState, endpointIds: readonly string[], at: number): QueueState {
  const agents = new Map(state.agents);
  for (const id of endpointIds) agents.set(id, { ...(agents.get(id) ?? UNKNOWN_AGENT), offeredAt: at });
  return { ...state, agents, lastOffered: endpointIds.at(-1) };
}

function chooseAgents(
  state: QueueState,
  { callId }: WaitingCaller,
  { at, free, hasBlocked }: Checked,
  config: QueueConfig,
): readonly string[] {
  const ringing = new Set(state.waiting.flatMap((caller) => caller.ringing ?? []));
  const historyOf = (id: string): AgentHistory => state.agents.get(id) ?? UNKNOWN_AGENT;
  const candidates = config.agents
    .filter(({ isLoggedIn }) => isLoggedIn)
    .map(({ endpointId }) => endpointId)
    .filter((id) => free.has(id) && !ringing.has(id) && historyOf(id).wrapUpUntil <= at)
    .filter((id) => !hasBlocked?.(callId, id));
  switch (config.strategy) {
    case "ringAll":
      return candidates;
    case "longestIdle": {
      // An agent who has just let it ring counts as served; otherwise that agent alone would be rung forever.
      const servedAt = (id: string): number => Math.max(historyOf(id).idleSince, historyOf(id).offeredAt);
      return candidates.toSorted((a, b) => servedAt(a) - servedAt(b)).slice(0, 1);
    }
    case "roundRobin": {
      const order = config.agents.map(({ endpointId }) => endpointId);
      const start = order.indexOf(state.lastOffered ?? "") + 1;
      const turn = [...order.slice(start), ...order.slice(0, start)];
      return turn.filter((id) => candidates.includes(id)).slice(0, 1);
    }
  }
}

/** When to check next; undefined when only an event can change anything. What is due has been looked at already. */
export function wakeAt(state: QueueState, config: QueueConfig, now: number): number | undefined {
  if (state.waiting.length === 0) return undefined;
  const moments = [
    ...state.waiting.flatMap(({ announceAt, notBefore, since }) => [
      announceAt,
      notBefore,
      since + config.maxWaitMs,
    ]),
    ...[...state.agents.values()].map(({ wrapUpUntil }) => wrapUpUntil),
  ].filter((at) => at > now && Number.isFinite(at));
  return moments.length === 0 ? undefined : Math.min(...moments);
}
