import type { CallId } from "../calls/call-ids.ts";
import type { CallCore, Party, RingPurpose, StateNamed } from "../calls/call-state.ts";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { PbxAlarm } from "../pbx-events.ts";
import type { NumberPlan } from "../ports/pbx-directory.ts";
import type { Staffing } from "../queues/overflow-reason.ts";
import type { Destination, EndpointConfig, EndpointId, QueueId, TrunkConfig } from "./company-config.ts";
import type { CompanyPlan } from "./company-plan.ts";
import type { LineUsage, SuspiciousKind } from "./line-usage.ts";
import type { OwnCaller } from "./own-caller.ts";

/** What the dial plan may know of the moment. */
export interface RouteWorld {
  readonly plan: CompanyPlan;
  readonly numbers: NumberPlan;
  readonly now: number;
  readonly ringTimeoutMs: number;
  /** Devices of an endpoint that answer. */
  devicesOf(endpointId: string): readonly string[];
  /** How long an endpoint without any is worth waiting for; 0: none is on its way. */
  awaitMs(endpointId: string): number;
  /** Calls an endpoint takes part in, ringing ones included. */
  callsOf(endpointId: string): number;
  trunk(trunkId: string): TrunkChoice | undefined;
  queue(queueId: string): Staffing & { readonly waiting: number };
  spentToday(): number;
  outsideCalls(): number;
  /** What a line has called outside so far; undefined: what was called in the company's own name. */
  lineUsage(endpointId: string | undefined): LineUsage;
  /** Nobody of the company has called this number before. */
  isNewAbroad(number: string): boolean;
  /** The line looked like a stolen one, and nobody has looked into it. */
  isStopped(endpointId: string, what: SuspiciousKind): boolean;
  /** Calls of the company that ring somewhere right now. */
  ringingCalls(): Iterable<StateNamed<"ringing">>;
  /** Whether the rules of its queue let this agent answer a call that rings for another one. */
  mayPickUp(queueId: QueueId, callId: CallId, endpointId: EndpointId): boolean;
  /** The wanted one, or the first; undefined where it is taken, or all are. */
  freeSlot(wanted?: number): number | undefined;
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
  /** The party to be connected. */
  readonly near: Party;
  /** On whose behalf outside calls are made; undefined: the company's own configuration. */
  readonly authority: EndpointConfig | undefined;
  /** Who is seen outside, where that is neither the authority nor the company. */
  readonly own?: OwnCaller | undefined;
  /** Somebody outside has called one of our public numbers: mailboxes and parked calls are closed to them. */
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
