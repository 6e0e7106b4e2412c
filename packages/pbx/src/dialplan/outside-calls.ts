import type { CallLocation, RingStage } from "../calls/call-state.ts";
import type { EndpointConfig, OutboundConfig, TrunkConfig } from "./company-config.ts";
import { digitsOf } from "./company-plan.ts";
import { type EmergencyPlace, placeOf } from "./emergency/emergency-place.ts";
import { guardLine } from "./line-limits.ts";
import type { OwnCaller } from "./own-caller.ts";
import { type OutsideRequest, trunkTarget } from "./ring-targets.ts";
import type { RouteWorld, RoutingContext, TrunkChoice } from "./route-request.ts";
import { type OutsideNumber, type TollKind, tollKindOf } from "./toll-kind.ts";

/** How long a carrier may take to find somebody, beyond what a phone rings. */
const CARRIER_GRACE_MS = 15_000;

type RefusedRoute = {
  readonly kind: "refuse";
  readonly cause: "forbidden" | "congestion" | "noCarrier" | "limitReached" | "notFound";
};
export type OutsidePlan = { readonly kind: "stages"; readonly stages: readonly RingStage[] } | RefusedRoute;

const refused = (cause: RefusedRoute["cause"]): RefusedRoute => ({ kind: "refuse", cause });

type Context = Pick<RoutingContext, "world" | "alarms"> & { readonly request: OutsideRequest };

/** A way out over the company's trunks, the best first, if the guards let it pass. */
export function planOutside(
  context: Context,
  authority: EndpointConfig | undefined,
  outside: OutsideNumber,
  own?: OwnCaller,
): OutsidePlan {
  const { world, request } = context;
  const { outbound } = world.plan.config;
  // Before the guards: a company that has no carrier yet has no permissions to ask for either.
  if (outbound.trunkIds.length === 0) return noCarrier(context, authority, outside);
  const kind = tollKindOf(world.plan, world.numbers, outside);
  const guarded = guard(context, authority, outside, kind);
  if (guarded) return guarded;
  const caller = {
    number: outside.number,
    // Responders call back, so they always see the number.
    callerId:
      request.core.isAnonymous && !outside.isEmergency
        ? undefined
        : (own?.callerId ?? authority?.externalCallerId ?? outbound.defaultCallerId),
    name: own?.name ?? authority?.name ?? world.plan.config.name,
    isEmergency: outside.isEmergency,
    toll: { endpointId: authority?.id, number: outside.number, kind },
  };
  const trunks = usableTrunks(context, outside.isEmergency);
  if (trunks.length === 0) return refused("congestion");
  const place = outside.isEmergency ? placeOf(world.plan.config, authority) : undefined;
  const timeoutMs = world.ringTimeoutMs + CARRIER_GRACE_MS;
  const stages = attemptsOf(trunks, place).map(
    ({ trunk, location }, index): RingStage => ({
      targets: [trunkTarget(world, request, trunk, { ...caller, location })],
      timeoutMs,
      isSpare: index > 0,
    }),
  );
  return { kind: "stages", stages };
}

interface Attempt {
  readonly trunk: TrunkConfig;
  readonly location: CallLocation | undefined;
}

/**
 * A carrier that chokes on the place must still get the call: when every trunk has failed with the document, those that
 * had it are asked once more without.
 */
function attemptsOf(trunks: readonly TrunkConfig[], place: EmergencyPlace | undefined): readonly Attempt[] {
  if (!place) return trunks.map((trunk) => ({ trunk, location: undefined }));
  const withDocument = trunks.filter(({ locationFormat }) => locationFormat === "pidf");
  return [
    ...trunks.map((trunk) => ({ trunk, location: { place, format: trunk.locationFormat } })),
    ...withDocument.map((trunk): Attempt => ({ trunk, location: { place, format: "header" } })),
  ];
}

function usableTrunks({ world }: Context, isEmergency: boolean): readonly TrunkConfig[] {
  const all = world.plan.config.outbound.trunkIds
    .map((id) => world.trunk(id))
    .filter((trunk): trunk is TrunkChoice => trunk !== undefined);
  const good = all.filter(({ isUp, hasRoom }) => isUp && hasRoom);
  // Better a trunk that is said to be down than no attempt to reach an ambulance.
  const chosen = isEmergency ? [...good, ...all.filter((trunk) => !good.includes(trunk))] : good;
  return chosen.map(({ config }) => config);
}

function noCarrier(
  { alarms }: Context,
  authority: EndpointConfig | undefined,
  { number, isEmergency }: OutsideNumber,
): RefusedRoute {
  if (isEmergency)
    alarms.push({
      kind: "emergencyCall",
      endpointId: authority?.id,
      number,
      hasCarrier: false,
      isCarrierUp: false,
    });
  return refused("noCarrier");
}

/** Why the call may not go out; undefined when it may. */
function guard(
  { world, alarms }: Context,
  authority: EndpointConfig | undefined,
  outside: OutsideNumber,
  kind: TollKind,
): RefusedRoute | undefined {
  const endpointId = authority?.id;
  const { number } = outside;
  if (outside.isEmergency) {
    const isCarrierUp = world.plan.config.outbound.trunkIds.some((id) => world.trunk(id)?.isUp);
    alarms.push({ kind: "emergencyCall", endpointId, number, hasCarrier: true, isCarrierUp });
    return undefined;
  }
  const { outbound } = world.plan.config;
  if (authority && !authority.mayCallOutside) return refused("forbidden");
  const closed = closedBy(outbound, number, kind);
  if (closed) {
    alarms.push({ kind: closed, endpointId, number });
    return refused("forbidden");
  }
  const alarm = guardLine(world, endpointId, outside, kind);
  if (alarm) {
    alarms.push(alarm);
    return refused("limitReached");
  }
  return guardLimits(world.spentToday(), world.outsideCalls(), outbound, alarms);
}

/** Whether the company has closed this number for everybody. */
export function isClosed(world: RouteWorld, outside: OutsideNumber): boolean {
  const kind = tollKindOf(world.plan, world.numbers, outside);
  return closedBy(world.plan.config.outbound, outside.number, kind) !== undefined;
}

/** What the company has not opened, however much is left of its limits. */
function closedBy(
  outbound: OutboundConfig,
  number: string,
  kind: TollKind,
): "blockedNumberRefused" | "internationalRefused" | "costlyNumberRefused" | undefined {
  // Written with a plus or without one.
  const isBlocked = outbound.blockedPrefixes.some((prefix) => digitsOf(number).startsWith(digitsOf(prefix)));
  if (isBlocked) return "blockedNumberRefused";
  if (kind === "premium" && !outbound.isPremiumAllowed) return "costlyNumberRefused";
  if (kind === "satellite" && !outbound.isSatelliteAllowed) return "costlyNumberRefused";
  return kind === "foreign" && !outbound.isInternationalAllowed ? "internationalRefused" : undefined;
}

function guardLimits(
  spent: number,
  calls: number,
  { dailySpendLimit, maxConcurrentCalls }: OutboundConfig,
  alarms: RoutingContext["alarms"],
): RefusedRoute | undefined {
  if (spent >= dailySpendLimit) {
    alarms.push({ kind: "dailySpendReached", spent, limit: dailySpendLimit });
    return refused("limitReached");
  }
  if (calls >= maxConcurrentCalls) {
    alarms.push({ kind: "concurrentCallsReached", limit: maxConcurrentCalls });
    return refused("congestion");
  }
  return undefined;
}

/** What a minute to this number costs over this trunk; the longest prefix counts. */
function ratePerMinute(trunk: TrunkConfig, number: string): number {
  const digits = number.replace(/\D/g, "");
  const rates = trunk.rates.filter(({ prefix }) => digits.startsWith(prefix));
  const best = rates.toSorted((a, b) => b.prefix.length - a.prefix.length)[0];
  return best?.perMinute ?? 0;
}

/** Begun minutes are paid in full, as carriers do. */
export const costOf = (trunk: TrunkConfig, number: string, durationMs: number): number =>
  Math.ceil(durationMs / 60_000) * ratePerMinute(trunk, number);
