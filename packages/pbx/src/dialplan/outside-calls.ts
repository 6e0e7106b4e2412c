import type { RingStage } from "../calls/call-state.ts";
import type { EndpointConfig, OutboundConfig, TrunkConfig } from "./company-config.ts";
import { type CompanyPlan, digitsOf } from "./company-plan.ts";
import { trunkTarget } from "./ring-targets.ts";
import type { RoutingContext, TrunkChoice } from "./route-request.ts";

export interface OutsideNumber {
  readonly number: string;
  readonly country: string | undefined;
  readonly isEmergency: boolean;
}

/** How long a carrier may take to find somebody, beyond what a phone rings. */
const CARRIER_GRACE_MS = 15_000;

type RefusedRoute = { readonly kind: "refuse"; readonly cause: "forbidden" | "congestion" };
type OutsidePlan = { readonly kind: "stages"; readonly stages: readonly RingStage[] } | RefusedRoute;

const refused = (cause: RefusedRoute["cause"]): RefusedRoute => ({ kind: "refuse", cause });

/** A way out over the company's trunks, the best first, if the guards let it pass. */
export function planOutside(
  context: RoutingContext,
  authority: EndpointConfig | undefined,
  outside: OutsideNumber,
): OutsidePlan {
  const guarded = guard(context, authority, outside);
  if (guarded) return guarded;
  const { world, request } = context;
  const { outbound } = world.plan.config;
  const caller = {
    number: outside.number,
    callerId: request.core.isAnonymous
      ? undefined
      : (authority?.externalCallerId ?? outbound.defaultCallerId),
    name: authority?.name ?? world.plan.config.name,
  };
  const trunks = usableTrunks(context, outside.isEmergency);
  if (trunks.length === 0) return refused("congestion");
  const timeoutMs = world.ringTimeoutMs + CARRIER_GRACE_MS;
  const stages = trunks.map(
    (trunk, index): RingStage => ({
      targets: [trunkTarget(world, request, trunk, caller)],
      timeoutMs,
      isSpare: index > 0,
    }),
  );
  return { kind: "stages", stages };
}

function usableTrunks({ world }: RoutingContext, isEmergency: boolean): readonly TrunkConfig[] {
  const all = world.plan.config.outbound.trunkIds
    .map((id) => world.trunk(id))
    .filter((trunk): trunk is TrunkChoice => trunk !== undefined);
  const good = all.filter(({ isUp, hasRoom }) => isUp && hasRoom);
  // Better a trunk that is said to be down than no attempt to reach an ambulance.
  const chosen = isEmergency ? [...good, ...all.filter((trunk) => !good.includes(trunk))] : good;
  return chosen.map(({ config }) => config);
}

/** Why the call may not go out; undefined when it may. */
function guard(
  { world, alarms }: RoutingContext,
  authority: EndpointConfig | undefined,
  outside: OutsideNumber,
): RefusedRoute | undefined {
  const endpointId = authority?.id;
  const { number } = outside;
  if (outside.isEmergency) {
    alarms.push({ kind: "emergencyCall", endpointId, number });
    return undefined;
  }
  const { outbound } = world.plan.config;
  if (authority && !authority.mayCallOutside) return refused("forbidden");
  // Written with a plus or without one.
  const isBlocked = outbound.blockedPrefixes.some((prefix) => digitsOf(number).startsWith(digitsOf(prefix)));
  if (isBlocked) {
    alarms.push({ kind: "blockedNumberRefused", endpointId, number });
    return refused("forbidden");
  }
  if (!outbound.isInternationalAllowed && isInternational(world.plan, outside)) {
    alarms.push({ kind: "internationalRefused", endpointId, number });
    return refused("forbidden");
  }
  return guardLimits(world.spentToday(), world.outsideCalls(), outbound, alarms);
}

function guardLimits(
  spent: number,
  calls: number,
  { dailySpendLimit, maxConcurrentCalls }: OutboundConfig,
  alarms: RoutingContext["alarms"],
): RefusedRoute | undefined {
  if (spent >= dailySpendLimit) {
    alarms.push({ kind: "dailySpendReached", spent, limit: dailySpendLimit });
    return refused("forbidden");
  }
  if (calls >= maxConcurrentCalls) {
    alarms.push({ kind: "concurrentCallsReached", limit: maxConcurrentCalls });
    return refused("congestion");
  }
  return undefined;
}

/** Numbers of all of +1, free ones say, that belong to no single country. */
const SHARED_CODES: Readonly<Record<string, string>> = { US: "+1", CA: "+1" };

function isInternational({ config }: CompanyPlan, { number, country }: OutsideNumber): boolean {
  const { region, outbound } = config;
  if (country !== undefined) return country !== region && !outbound.domesticCountries?.includes(country);
  const shared = SHARED_CODES[region];
  return shared === undefined || !number.startsWith(shared);
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
