import type { CallCore, RingStage } from "../calls/call-state.ts";
import type { EndpointConfig } from "./company-config.ts";
import { endpointTarget } from "./ring-targets.ts";
import type { RouteWorld } from "./route-request.ts";

/** Whoever asked for it sits in front of the phone that rings. */
const RING_MS = 20_000;

export interface OwnRing extends Pick<CallCore, "id" | "companyId" | "testOf" | "supervision"> {
  readonly endpoint: EndpointConfig;
  readonly devices: readonly string[];
  /** Whom the phone shows. */
  readonly shown: { readonly number: string; readonly name: string };
  readonly isAutoAnswered?: boolean;
}

/** Rings the given devices of somebody's own line, as any call does, and tells no history of it. */
export function planOwnRing(
  world: RouteWorld,
  { endpoint, devices, shown, isAutoAnswered = false, ...own }: OwnRing,
): { readonly core: CallCore; readonly stage: RingStage } {
  const { number, name } = shown;
  const core: CallCore = {
    ...own,
    startedAt: world.now,
    dialed: number,
    caller: { endpointId: undefined, trunkId: undefined, number, name },
    externalCallerId: undefined,
    isAnonymous: false,
    isDoorbell: false,
    queueId: undefined,
    via: undefined,
    note: undefined,
    visited: [],
    legs: new Map(),
    musicPath: endpoint.musicPath,
  };
  const target = endpointTarget(world, { core, near: core.caller }, endpoint);
  const rung = {
    ...target,
    record: { ...target.record, isUntold: true },
    channels: target.channels.filter(({ deviceId }) => devices.includes(deviceId ?? "")),
    awaited: undefined,
    // They have just asked for it.
    shown: { ...target.shown, ...(isAutoAnswered && { isAutoAnswered }) },
  };
  return { core, stage: { targets: [rung], timeoutMs: RING_MS, isSpare: false } };
}
