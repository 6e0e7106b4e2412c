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
import { planOwnRing } from "../dialplan/plan-own-ring.ts";
import type { RouteWorld } from "../dialplan/route-request.ts";

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
  listener: Listener,
  supervision: Supervision,
): { readonly core: CallCore; readonly stage: RingStage } {
  return planOwnRing(world, { ...listener, companyId: state.core.companyId, shown: agent, supervision });
}
