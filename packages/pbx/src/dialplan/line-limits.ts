import type { PbxAlarm } from "../pbx-events.ts";
import { type LineLimitName, type LineUsage, SUSPICIOUS, suspicionOf } from "./line-usage.ts";
import type { RouteWorld } from "./route-request.ts";
import type { OutsideNumber, TollKind } from "./toll-kind.ts";

/** Why a line may not make this call; undefined when it may. Without a line it is the company itself that calls. */
export function guardLine(
  world: RouteWorld,
  endpointId: string | undefined,
  outside: OutsideNumber,
  kind: TollKind,
): PbxAlarm | undefined {
  const usage = world.lineUsage(endpointId);
  return suspicion(world, endpointId, outside, kind, usage) ?? limit(world, endpointId, usage);
}

function suspicion(
  world: RouteWorld,
  endpointId: string | undefined,
  { number }: OutsideNumber,
  kind: TollKind,
  usage: LineUsage,
): PbxAlarm | undefined {
  const suspicious = suspicionOf(kind);
  if (!suspicious) return undefined;
  const isNew = suspicious === "premium" || world.isNewAbroad(number);
  if (!isNew) return undefined;
  if (endpointId !== undefined && world.isStopped(endpointId, suspicious))
    return { kind: "lineIsStopped", endpointId, number, what: suspicious };
  const made = suspicious === "premium" ? usage.premiumThisHour : usage.newForeignThisHour;
  if (made < SUSPICIOUS[suspicious]) return undefined;
  return { kind: "lineStopped", endpointId, number, what: suspicious, calls: made };
}

function limit(world: RouteWorld, endpointId: string | undefined, usage: LineUsage): PbxAlarm | undefined {
  const limits = world.plan.config.outbound.line;
  if (!limits) return undefined;
  const used: Readonly<Record<Exclude<LineLimitName, "minutesPerCall">, number>> = {
    callsAtOnce: usage.callsAtOnce,
    callsPerHour: usage.callsThisHour,
    callsPerDay: usage.callsToday,
    minutesPerDay: usage.secondsToday / 60,
  };
  const inTime = ["callsPerHour", "callsPerDay", "minutesPerDay"] as const;
  // At once the company has a limit of its own: its groups ring many together.
  for (const name of endpointId === undefined ? inTime : (["callsAtOnce", ...inTime] as const))
    if (used[name] >= limits[name])
      return { kind: "lineLimitReached", endpointId, limit: name, allowed: limits[name] };
  return undefined;
}
