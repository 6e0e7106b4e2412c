import type { RingStage, RingTarget } from "../calls/call-state.ts";
import type { PassedOverLine, PassedOverReason } from "../calls/passed-over.ts";
import type { HuntGroupConfig } from "./company-config.ts";
import { readDialed } from "./dialed-number.ts";
import { linesByTheClock } from "./hunt-lines.ts";
import { lineTrouble } from "./line-trouble.ts";
import { planOutside } from "./outside-calls.ts";
import { endpointTarget } from "./ring-targets.ts";
import type { Walk } from "./route-walk.ts";
import { unwantedCaller } from "./unwanted-caller.ts";

type HuntLine = HuntGroupConfig["lines"][number];

/** What becomes of one line of a group: it rings, with those of its level or by itself, or it does not. */
interface Judged {
  readonly line: HuntLine;
  readonly targets: readonly RingTarget[];
  readonly passedOver?: PassedOverReason | undefined;
}

/** Who rings when. Whoever does not want calls now, or has no device, is left in peace. */
export function huntStages(walk: Walk, group: HuntGroupConfig): readonly RingStage[] {
  const lines = linesByTheClock(group, walk.world.now);
  const levels = [...new Set(lines.map(({ level }) => level))].toSorted((a, b) => a - b);
  const judged = levels.flatMap((level) =>
    lines.filter((line) => line.level === level).map((line) => judge(walk, group, line)),
  );
  const stages = stagesOf(group, judged);
  walk.passOver({ kind: "huntGroup", id: group.id }, [
    ...judged.flatMap(passedOver),
    ...laterLines(stages),
    ...offDutyLines(walk, group, lines),
  ]);
  return stages;
}

function judge(walk: Walk, group: HuntGroupConfig, line: HuntLine): Judged {
  const { world, request } = walk;
  const { destination } = line;
  const none: Judged = { line, targets: [] };
  if (destination.kind === "number")
    return line.isAvailable ? { line, targets: outsideTargets(walk, destination.number) } : none;
  const endpoint = world.plan.endpoints.get(destination.id);
  if (!endpoint) return none;
  if (!line.isAvailable) return { ...none, passedOver: "switchedOff" };
  const trouble = lineTrouble(world, endpoint);
  if (trouble) return { ...none, passedOver: trouble };
  if (unwantedCaller(world.plan, request, endpoint)) return { ...none, passedOver: "blocked" };
  return { line, targets: [endpointTarget(world, request, endpoint, { via: group.name })] };
}

function outsideTargets(walk: Walk, number: string): RingStage["targets"] {
  const dialed = readDialed(walk.world.plan, number, walk.world.numbers);
  if (dialed.kind !== "outside") return [];
  const outside = { number: dialed.e164, country: dialed.country, isEmergency: false };
  const planned = planOutside(walk.context, undefined, outside);
  return planned.kind === "refuse" ? [] : (planned.stages[0]?.targets ?? []);
}

/** All of a level at the same time, or each line by itself; both for the group's time. */
function stagesOf({ rings, ringTimeoutMs }: HuntGroupConfig, judged: readonly Judged[]): RingStage[] {
  const together = new Map<unknown, RingTarget[]>();
  for (const { line, targets } of judged) {
    const key = rings === "oneByOne" ? line : line.level;
    together.set(key, [...(together.get(key) ?? []), ...targets]);
  }
  return [...together.values()]
    .filter((targets) => targets.length > 0)
    .map((targets) => ({ targets, timeoutMs: ringTimeoutMs, isSpare: false }));
}

const passedOver = ({ line: { destination }, passedOver: reason }: Judged): readonly PassedOverLine[] =>
  destination.kind === "endpoint" && reason ? [{ endpointId: destination.id, reason }] : [];

const laterLines = ([, ...later]: readonly RingStage[]): readonly PassedOverLine[] =>
  later
    .flatMap(({ targets }) => targets)
    .flatMap(({ record: { endpointId } }) =>
      endpointId === undefined ? [] : [{ endpointId, reason: "later" as const }],
    );

/** Those whom the clock leaves out, because somebody else is on call alone. */
function offDutyLines(
  { world: { plan } }: Walk,
  group: HuntGroupConfig,
  onDuty: readonly HuntLine[],
): readonly PassedOverLine[] {
  const ids = new Set(onDuty.map(idOf));
  const [first] = ids;
  const detail = plan.endpoints.get(first ?? "")?.name;
  return group.lines.flatMap((line) => {
    const endpointId = idOf(line);
    return endpointId === undefined || ids.has(endpointId) ? [] : [{ endpointId, reason: "onCall", detail }];
  });
}

const idOf = ({ destination }: HuntLine): string | undefined =>
  destination.kind === "endpoint" ? destination.id : undefined;
