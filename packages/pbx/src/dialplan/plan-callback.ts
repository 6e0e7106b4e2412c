import type { CallCore, RingStage } from "../calls/call-state.ts";
import type { CallbackParty } from "../queues/floor-state.ts";
import type { CompanyPlan } from "./company-plan.ts";
import type { OwnCaller } from "./own-caller.ts";
import { agentStage } from "./plan-route.ts";
import type { RouteWorld } from "./route-request.ts";

export interface CallbackRequest {
  readonly callId: string;
  readonly queueId: string;
  readonly endpointIds: readonly string[];
  readonly party: CallbackParty;
}

export interface PlannedCallback {
  readonly core: CallCore;
  readonly stage: RingStage;
}

/** Rings agents as if the party called them; the party is called once one of them is there. */
export function planCallback(
  world: RouteWorld,
  { callId, queueId, endpointIds, party }: CallbackRequest,
): PlannedCallback | undefined {
  const { plan } = world;
  const queue = plan.queues.get(queueId);
  if (!queue) return undefined;
  const core: CallCore = {
    id: callId,
    companyId: plan.config.id,
    startedAt: world.now,
    dialed: queue.extension,
    caller: { endpointId: undefined, trunkId: undefined, ...party },
    externalCallerId: undefined,
    isAnonymous: false,
    isDoorbell: false,
    queueId,
    queueRecording: queue.recording,
    via: { kind: "queue", name: callbackName(queue.name) },
    note: undefined,
    visited: [],
    legs: new Map(),
    musicPath: queue.musicPath,
  };
  const stage = agentStage(world, { core, near: core.caller }, queueId, endpointIds);
  const targets = (stage?.targets ?? []).map((target) => ({
    ...target,
    shown: { ...target.shown, via: callbackName(queue.name) },
  }));
  return stage && targets.length > 0 ? { core, stage: { ...stage, targets } } : undefined;
}

/** What agents read while it rings: nobody is on the line yet. */
const callbackName = (queueName: string): string => `Callback: ${queueName}`;

/** A callback shows the number that was called, so that the caller knows who it is. */
export function callbackCaller({ config, queues }: CompanyPlan, queueId: string): OwnCaller {
  const leading = config.inboundNumbers.find(
    ({ destination }) => destination.kind === "queue" && destination.id === queueId,
  );
  return { callerId: leading?.number, name: queues.get(queueId)?.name ?? config.name };
}
