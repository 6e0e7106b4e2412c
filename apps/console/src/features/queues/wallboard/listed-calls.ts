import type { HuntGroup, LiveCall } from "@offhook/contract";

export interface ListedCall {
  readonly callid: string;
  readonly name: string;
  readonly number: string;
  /** The queue or hunt group it came through. */
  readonly via: string;
  readonly isAnswered: boolean;
  /** Unix time in seconds. */
  readonly since: number;
}

/** Names of the hunt groups that ring the user. */
export function enabledHuntGroups(groups: readonly HuntGroup[]): ReadonlySet<string> {
  const isEnabled = ({ lines }: HuntGroup): boolean =>
    lines.some(({ owned, available }) => owned && available === "1");
  return new Set(groups.filter(isEnabled).map(({ name }) => name));
}

/** Pure. Calls through queues, and through the hunt groups that are enabled; each once, the oldest first. */
export function listedCalls(
  calls: readonly LiveCall[],
  huntGroups: ReadonlySet<string>,
): readonly ListedCall[] {
  const isListed = ({ via, status }: LiveCall): boolean =>
    via !== null && status !== "ended" && (via.kind === "queue" || huntGroups.has(via.name));
  const byCall = new Map<string, LiveCall[]>();
  for (const party of calls.filter(isListed))
    byCall.set(party.callid, [...(byCall.get(party.callid) ?? []), party]);
  return [...byCall.values()]
    .flatMap((parties) => listed(parties) ?? [])
    .sort((one, other) => one.since - other.since);
}

function listed(parties: readonly LiveCall[]): ListedCall | undefined {
  // The party outside is the one the call is about.
  const call = parties.find(({ phone }) => phone === null) ?? parties[0];
  if (!call) return undefined;
  const { callid, snumber, callername, via, answered_at, started_at, status } = call;
  // A queue answers in order to play music: the caller still waits.
  const isAnswered = answered_at !== null && status !== "waiting" && status !== "application";
  return {
    callid,
    name: callername,
    number: snumber,
    via: via?.name ?? "",
    isAnswered,
    since: isAnswered ? talkSince(parties, started_at) : started_at,
  };
}

/** Two talk since the later one answered. */
const talkSince = (parties: readonly LiveCall[], startedAt: number): number =>
  Math.max(startedAt, ...parties.map(({ answered_at }) => answered_at ?? startedAt));
