import type { CallCore, RingStage } from "../calls/call-state.ts";
import type { EndpointConfig } from "../dialplan/company-config.ts";
import { endpointTarget } from "../dialplan/ring-targets.ts";
import type { RouteWorld } from "../dialplan/route-request.ts";
import type { TestCall } from "./pbx-commands.ts";

/** Whoever answers hears themselves. */
const ECHO = "*43";
const CALLER = "Offhook test call";
const RING_MS = 20_000;

export interface TestedLine {
  readonly endpoint: EndpointConfig;
  readonly devices: readonly string[];
  /** Of the call. */
  readonly id: string;
}

export interface PlannedTest {
  readonly core: CallCore;
  readonly stage: RingStage;
  readonly destination: string;
}

/** Rings as any call does, on the given devices alone. */
export function planTestCall(
  world: RouteWorld,
  { companyId, account }: TestCall,
  { endpoint, devices, id }: TestedLine,
): PlannedTest {
  const core: CallCore = {
    id,
    companyId,
    startedAt: world.now,
    answeredAt: undefined,
    dialed: ECHO,
    caller: { endpointId: undefined, trunkId: undefined, number: ECHO, name: CALLER },
    externalCallerId: undefined,
    isAnonymous: false,
    isDoorbell: false,
    testOf: account,
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
  };
  return { core, destination: ECHO, stage: { targets: [own], timeoutMs: RING_MS, isSpare: false } };
}
