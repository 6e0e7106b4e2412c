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
  const byCall = new Map<string, LiveCall>();
  for (const call of calls.filter(isListed)) {
    const known = byCall.get(call.callid);
    // The party outside is the one the call is about.
    if (!known || (known.phone !== null && call.phone === null)) byCall.set(call.callid, call);
  }
  return [...byCall.values()].map(listed).sort((one, other) => one.since - other.since);
}

function listed(call: LiveCall): ListedCall {
  const { callid, snumber, callername, via, answered_at, started_at, status } = call;
  // A queue answers in order to play music: the caller still waits.
  const isAnswered = answered_at !== null && status !== "waiting" && status !== "application";
  return {
    callid,
    name: callername,
    number: snumber,
    via: via?.name ?? "",
    isAnswered,
    since: isAnswered ? answered_at : started_at,
  };
}
