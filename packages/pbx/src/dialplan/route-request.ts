import type { CallCore, Party, RingPurpose } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { PbxAlarm } from "../pbx-events.ts";
import type { NumberPlan } from "../ports/pbx-directory.ts";
import type { Destination, EndpointConfig, TrunkConfig } from "./company-config.ts";
import type { CompanyPlan } from "./company-plan.ts";

/** What the dial plan may know of the moment. */
export interface RouteWorld {
  readonly plan: CompanyPlan;
  readonly numbers: NumberPlan;
  readonly now: number;
  readonly ringTimeoutMs: number;
  /** Devices of an endpoint that answer. */
  devicesOf(endpointId: string): readonly string[];
  /** Calls an endpoint takes part in, ringing ones included. */
  callsOf(endpointId: string): number;
  trunk(trunkId: string): TrunkChoice | undefined;
  queue(queueId: string): { readonly waiting: number; readonly loggedIn: number };
  spentToday(): number;
  outsideCalls(): number;
  freeSlot(): number | undefined;
  newId(): string;
}

export interface TrunkChoice {
  readonly config: TrunkConfig;
  readonly isUp: boolean;
  readonly hasRoom: boolean;
}

/** A call that somebody wants to go somewhere. */
export interface RouteRequest {
  readonly core: CallCore;
  /** Who is to be connected. */
  readonly near: Party;
  /** On whose behalf outside calls are made; undefined: the company's own configuration. */
  readonly authority: EndpointConfig | undefined;
  /** Somebody outside has called one of our public numbers: mailboxes and parked calls are not for him. */
  readonly isFromOutside: boolean;
  readonly destination: Destination;
  readonly purpose: RingPurpose["kind"];
  readonly reason: HangupCause | undefined;
}

export interface RoutingContext {
  readonly world: RouteWorld;
  readonly request: RouteRequest;
  readonly alarms: PbxAlarm[];
}
