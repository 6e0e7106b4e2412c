import type { Clock } from "@offhook/kernel";
import type { CallId, ChannelId } from "../calls/call-ids.ts";
import type { CommandRefusal } from "../commands/pbx-commands.ts";
import type { CompanyId, Destination, EndpointId, QueueId } from "../dialplan/company-config.ts";
import type { QueueStatus } from "../pbx-events.ts";
import type { CallbackStore } from "../ports/callback-store.ts";
import type { AgentPresence, CallbackParty, FloorConfigs, FloorEffect } from "./floor-state.ts";
import type { QueueRecord } from "./queue-records.ts";
import type { QueueEntry } from "./tag-priorities.ts";

export type EffectOf<Type extends FloorEffect["type"]> = Extract<FloorEffect, { type: Type }>;

/** Agents who are rung for somebody who has hung up. */
export interface CallbackRing {
  /** Of the call that begins. */
  readonly callId: CallId;
  readonly companyId: CompanyId;
  readonly queueId: QueueId;
  readonly endpointIds: readonly EndpointId[];
  readonly party: CallbackParty;
}

export interface QueueRegistryParts {
  readonly clock: Clock;
  readonly companyIds: () => Iterable<CompanyId>;
  /** Empty for a company that is no longer there. */
  readonly configsOf: (companyId: CompanyId) => FloorConfigs;
  readonly presenceOf: (companyId: CompanyId, endpointId: EndpointId) => AgentPresence;
  /** Those of these agents whose lines do not want to hear from this caller. */
  readonly blockedBy: (callId: CallId, endpointIds: readonly EndpointId[]) => readonly EndpointId[];
  /** Why a caller cannot be sent there; undefined where that is possible. */
  readonly refusalOf: (companyId: CompanyId, destination: Destination) => CommandRefusal | undefined;
  readonly companyOf: (callId: CallId) => CompanyId | undefined;
  /** The call in which this channel waits for an agent. */
  readonly waitingCall: (
    channelId: ChannelId,
  ) => { readonly id: CallId; readonly companyId: CompanyId } | undefined;
  /** Whoever calls, if they can be called back. */
  readonly callbackParty: (callId: CallId) => CallbackParty | undefined;
  /** False when the call is not where agents could be rung for it. */
  readonly ring: (callId: CallId, queueId: QueueId, endpointIds: readonly EndpointId[]) => boolean;
  /** Rings agents, and the party once one has answered. False when nobody can be rung. */
  readonly callBack: (ring: CallbackRing) => boolean;
  readonly newId: () => string;
  readonly announce: (effect: EffectOf<"announce">) => void;
  readonly comfort: (effect: EffectOf<"comfort">) => void;
  readonly passOver: (companyId: CompanyId, effect: EffectOf<"passOver">) => void;
  readonly sendOn: (effect: EffectOf<"sendOn">) => void;
  /** Somebody waits from now on. */
  readonly onEntered: (entry: QueueEntry) => void;
  /** The caller has come to another place. */
  readonly onMovedUp: (callId: CallId) => void;
  readonly callbacks: CallbackStore | undefined;
  readonly onChanged: (status: QueueStatus) => void;
  readonly onRecord: (record: QueueRecord) => void;
}
