import type { StateNamed } from "../calls/call-state.ts";
import type { LegRecord } from "../calls/records/leg-record.ts";
import type { FetchedCall } from "../calls/steps/fetch-call.ts";
import type { EndpointConfig, EndpointId } from "./company-config.ts";
import type { PickUpFrom } from "./dialed-number.ts";
import { isInGroup } from "./hunt-lines.ts";
import { endpointTarget } from "./ring-targets.ts";
import type { RouteRequest, RouteWorld } from "./route-request.ts";
import { unwantedCaller } from "./unwanted-caller.ts";

type RingingCall = StateNamed<"ringing">;

interface PickUp {
  readonly world: RouteWorld;
  /** The line that wants to answer. */
  readonly own: EndpointConfig;
  readonly from: PickUpFrom;
}

/** The call that has rung longest of those that whoever dialed may answer; undefined where there is none. */
export function groupPickUp(
  { world, request }: { readonly world: RouteWorld; readonly request: RouteRequest },
  from: PickUpFrom,
): FetchedCall | undefined {
  const own = world.plan.endpoints.get(request.near.endpointId ?? "");
  // A caller who is transferred would answer for the line that transfers them.
  if (!own || request.isFromOutside || request.purpose !== "dial") return undefined;
  const pickUp: PickUp = { world, own, from };
  const found = [...world.ringingCalls()]
    .flatMap((call) => {
      const since = ringsSince(pickUp, call);
      return since === undefined ? [] : [{ call, since }];
    })
    .toSorted((a, b) => a.since - b.since)[0]?.call;
  return found && { kind: "groupPickUp", callId: found.core.id, record: recordOf(pickUp, found) };
}

/** Since when the call rings for a line that this one may answer for. */
function ringsSince({ world, own, from }: PickUp, call: RingingCall): number | undefined {
  const { core, near, ring, purpose } = call;
  const caller = near.channel.party;
  if (core.testOf !== undefined || caller.endpointId === own.id) return undefined;
  if (unwantedCaller(world.plan, { core, near: caller }, own)) return undefined;
  const isAllowed =
    purpose.kind === "queue"
      ? (): boolean => world.mayPickUp(purpose.queueId, core.id, own.id)
      : (called: EndpointId): boolean => shareGroup(world, own.id, called);
  const since = ring.ringing.flatMap(({ target: { record } }) => {
    const { endpointId } = record;
    const isOther = endpointId !== undefined && endpointId !== own.id;
    const isMeant = from === "anybody" || from.endpointId === endpointId;
    return isOther && isMeant && isAllowed(endpointId) ? [record.startedAt] : [];
  });
  return since.length === 0 ? undefined : Math.min(...since);
}

const shareGroup = ({ plan, now }: RouteWorld, one: EndpointId, other: EndpointId): boolean =>
  plan.config.huntGroups.some((group) => isInGroup(group, one, now) && isInGroup(group, other, now));

/** As if the line had been rung: its history has one answered call, and its queue one more. */
function recordOf({ world, own }: PickUp, { core, near, purpose }: RingingCall): LegRecord {
  const options = purpose.kind === "queue" ? { queueId: purpose.queueId } : {};
  return endpointTarget(world, { core, near: near.channel.party }, own, options).record;
}
