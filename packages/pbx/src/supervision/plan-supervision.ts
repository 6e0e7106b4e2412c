import type {
  CallCore,
  CallState,
  Party,
  RingStage,
  StateNamed,
  Supervision,
  SupervisionMode,
} from "../calls/call-state.ts";
import { talkingBridgeOf } from "../calls/steps/derived-effects.ts";
import type { EndpointConfig } from "../dialplan/company-config.ts";
import type { CompanyPlan } from "../dialplan/company-plan.ts";
import { endpointTarget } from "../dialplan/ring-targets.ts";
import type { RouteWorld } from "../dialplan/route-request.ts";

/** Whoever asked for it sits in front of the phone that rings. */
const RING_MS = 20_000;

/** The call of an agent that may be listened to, and the agent. */
export interface AgentCall {
  readonly state: StateNamed<"connected">;
  readonly agent: Party;
  readonly agentId: string;
}

/**
 * Only what a queue gave to one of its agents: a call of the same line that came another way, or that the agent has
 * handed to somebody outside the queue, is nobody else's business.
 */
export function agentCallIn(plan: CompanyPlan, state: CallState | undefined): AgentCall | undefined {
  if (state?.name !== "connected" || state.core.companyId !== plan.config.id) return undefined;
  const agents = plan.queues.get(state.core.queueId ?? "")?.agents ?? [];
  const { party } = state.far.channel;
  const agentId = party.endpointId;
  if (agentId === undefined || !agents.some(({ endpointId }) => endpointId === agentId)) return undefined;
  return { state, agent: party, agentId };
}

/** Where the agent talks now, and by which legs they hear a whisper. */
export function placeIn(
  { state, agentId }: AgentCall,
  mode: SupervisionMode,
  states: Iterable<CallState>,
): Pick<Supervision, "bridgeId" | "audience"> {
  const { core, conference } = state;
  const bridgeId = talkingBridgeOf(core.id, conference?.id);
  if (mode === "barge") return { bridgeId, audience: undefined };
  if (mode === "listen") return { bridgeId, audience: [] };
  if (!conference) return { bridgeId, audience: [state.far.channel.id] };
  // In a conference an agent with several calls hears by one of them.
  const audience = [...states].flatMap((each) =>
    each.name === "connected" && each.conference?.id === conference.id
      ? [each.near, each.far].filter(({ channel }) => channel.party.endpointId === agentId)
      : [],
  );
  return { bridgeId, audience: audience.map(({ channel }) => channel.id) };
}

export interface Listener {
  readonly endpoint: EndpointConfig;
  readonly devices: readonly string[];
  readonly isAutoAnswered: boolean;
  /** Of the call. */
  readonly id: string;
}

/** Rings the given devices of whoever wants to listen. */
export function planListener(
  world: RouteWorld,
  { state, agent }: AgentCall,
  { endpoint, devices, isAutoAnswered, id }: Listener,
  supervision: Supervision,
): { readonly core: CallCore; readonly stage: RingStage } {
  const core: CallCore = {
    id,
    companyId: state.core.companyId,
    startedAt: world.now,
    answeredAt: undefined,
    dialed: agent.number,
    caller: { endpointId: undefined, trunkId: undefined, number: agent.number, name: agent.name },
    externalCallerId: undefined,
    isAnonymous: false,
    isDoorbell: false,
    supervision,
    queueId: undefined,
    via: undefined,
    note: undefined,
    visited: [],
    legs: new Map(),
    musicPath: endpoint.musicPath,
  };
  const target = endpointTarget(world, { core, near: core.caller }, endpoint);
  const own = {
    ...target,
    record: { ...target.record, isUntold: true },
    channels: target.channels.filter(({ deviceId }) => devices.includes(deviceId ?? "")),
    awaited: undefined,
    // It is the listener's own phone, and the listener has just asked for it.
    shown: { ...target.shown, ...(isAutoAnswered && { isAutoAnswered }) },
  };
  return { core, stage: { targets: [own], timeoutMs: RING_MS, isSpare: false } };
}
