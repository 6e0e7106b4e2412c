import type { EndpointId, HuntGroupConfig } from "./company-config.ts";

type HuntLines = HuntGroupConfig["lines"];

/** During a shift the person on call rings first, whatever the line's own switch in the group says, or alone. */
export function linesByTheClock({ lines, onCall }: HuntGroupConfig, now: number): HuntLines {
  const shift = onCall?.shifts.find(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
  if (!(onCall && shift)) return lines;
  const destination = { kind: "endpoint", id: shift.endpointId } as const;
  const first = { destination, level: 0, isAvailable: true };
  return onCall.isAlone ? [first] : [first, ...lines.filter((line) => !isOf(line, shift.endpointId))];
}

const isOf = ({ destination }: HuntLines[number], endpointId: EndpointId): boolean =>
  destination.kind === "endpoint" && destination.id === endpointId;

/** Whether the line belongs to the group now, switched on or not: by its list, or on call. */
export const isInGroup = (group: HuntGroupConfig, endpointId: EndpointId, now: number): boolean =>
  [...group.lines, ...linesByTheClock(group, now)].some((line) => isOf(line, endpointId));
