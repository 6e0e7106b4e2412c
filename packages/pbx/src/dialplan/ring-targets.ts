import type { CallCore, CallLocation, Channel, Party, RingTarget, ShownCaller } from "../calls/call-state.ts";
import type { PassedOver, PassedOverBy, PassedOverLine } from "../calls/passed-over.ts";
import type { Toll } from "../ports/toll-store.ts";
import type { EndpointConfig, QueueId, TrunkConfig } from "./company-config.ts";
import { digitsOf } from "./company-plan.ts";
import type { RouteRequest, RouteWorld } from "./route-request.ts";

export interface TargetOptions {
  /** The queue or hunt group it comes through. */
  readonly via?: string;
  readonly queueId?: QueueId;
}

type Caller = Pick<RouteRequest, "core" | "near">;

export function endpointTarget(
  world: RouteWorld,
  { core, near }: Caller,
  endpoint: EndpointConfig,
  options: TargetOptions = {},
): RingTarget {
  const recordId = world.newId();
  const number = endpoint.extension ?? endpoint.id;
  const party: Party = { endpointId: endpoint.id, trunkId: undefined, number, name: endpoint.name };
  const shown = shownInside(core.isAnonymous && near === core.caller, near, core.isDoorbell, options.via);
  const { musicPath } = endpoint;
  const channelOf = (deviceId: string | undefined): Channel => ({
    id: world.newId(),
    party,
    recordId,
    deviceId,
    musicPath,
  });
  const channels = world.devicesOf(endpoint.id).map(channelOf);
  const forMs = channels.length === 0 ? world.awaitMs(endpoint.id) : 0;
  return {
    record: {
      id: recordId,
      callId: core.id,
      companyId: core.companyId,
      endpointId: endpoint.id,
      trunkId: undefined,
      queueId: options.queueId,
      direction: "in",
      ownNumber: number,
      number: shown.number,
      name: shown.name,
      dialed: core.dialed,
      startedAt: world.now,
      isDoorbell: core.isDoorbell,
    },
    channels,
    awaited: channels.length === 0 && forMs > 0 ? { channel: channelOf(undefined), forMs } : undefined,
    shown: mayAnswerItself(world, core, endpoint) ? { ...shown, isAutoAnswered: true } : shown,
    dial: undefined,
  };
}

/** A phone that picks up by itself is a microphone: it does so only for those it belongs to. */
function mayAnswerItself(
  { plan }: RouteWorld,
  { isAutoAnswered, caller }: CallCore,
  called: EndpointConfig,
): boolean {
  const own = plan.endpoints.get(caller.endpointId ?? "");
  return isAutoAnswered === true && (own?.userIds.some((id) => called.userIds.includes(id)) ?? false);
}

/** Lines that the call does not come to, with the caller as they would have been shown. */
export function passedOverBy(
  { core, near }: Caller,
  at: number,
  by: PassedOverBy,
  lines: readonly PassedOverLine[],
): PassedOver {
  const { id: callId, companyId } = core;
  const { number, name } = shownInside(
    core.isAnonymous && near === core.caller,
    near,
    core.isDoorbell,
    undefined,
  );
  return { companyId, callId, at, by, number, name, lines };
}

function shownInside(
  isAnonymous: boolean,
  near: Party,
  isDoorbell: boolean,
  via: string | undefined,
): ShownCaller {
  return isAnonymous
    ? { number: "private", name: "", isAnonymous, via, isDoorbell }
    : { number: near.number, name: near.name, isAnonymous, via, isDoorbell };
}

/** What a call to the outside tells of itself. */
export interface OutsideRequest {
  readonly core: Pick<CallCore, "id" | "companyId" | "dialed" | "isAnonymous">;
}

export function trunkTarget(
  world: RouteWorld,
  { core }: OutsideRequest,
  trunk: TrunkConfig,
  outside: {
    readonly number: string;
    readonly callerId: string | undefined;
    readonly name: string;
    readonly isEmergency: boolean;
    readonly toll: Toll;
    /** Where responders are to go. */
    readonly location: CallLocation | undefined;
  },
): RingTarget {
  const recordId = world.newId();
  const { number, callerId, name, toll } = outside;
  const party: Party = { endpointId: undefined, trunkId: trunk.id, number, name: "" };
  return {
    record: {
      id: recordId,
      callId: core.id,
      companyId: core.companyId,
      endpointId: undefined,
      trunkId: trunk.id,
      queueId: undefined,
      direction: "in",
      ownNumber: number,
      number: callerId ?? "",
      name,
      dialed: core.dialed,
      startedAt: world.now,
      toll,
    },
    channels: [{ id: world.newId(), party, recordId, deviceId: undefined }],
    shown: {
      number: callerId ?? "",
      name,
      isAnonymous: callerId === undefined,
      via: undefined,
      isDoorbell: false,
    },
    dial: trunk.numberFormat === "e164" ? number : digitsOf(number),
    ...(outside.isEmergency && { isEmergency: true }),
    ...(outside.location !== undefined && { location: outside.location }),
  };
}
