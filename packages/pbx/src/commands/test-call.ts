import type { CallCore, RingStage } from "../calls/call-state.ts";
import type { EndpointConfig } from "../dialplan/company-config.ts";
import { planOwnRing } from "../dialplan/plan-own-ring.ts";
import type { RouteWorld } from "../dialplan/route-request.ts";
import type { TestCall } from "./pbx-commands.ts";

/** Whoever answers hears themselves. */
const ECHO = "*43";
const CALLER = "Offhook test call";

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
  line: TestedLine,
): PlannedTest {
  const shown = { number: ECHO, name: CALLER };
  return { ...planOwnRing(world, { ...line, companyId, shown, testOf: account }), destination: ECHO };
}
