import type { LiveCall } from "@offhook/contract";
import type { CompanyConfig } from "@offhook/pbx";
import type { Actor } from "../../platform/actor.ts";

/** What somebody may see of the company's calls in the queue feed. */
export type FeedScope =
  | { readonly kind: "all" }
  | { readonly kind: "own"; readonly lines: ReadonlySet<string>; readonly queues: ReadonlySet<number> };

/**
 * Supervisors see every call. Other users see those of their own lines, and all calls of the queues in which one of
 * their lines is an agent.
 */
export function feedScopeOf(
  actor: Pick<Actor, "userId" | "features">,
  company: CompanyConfig | undefined,
  lineName: (endpointId: string) => string | undefined,
): FeedScope {
  if (actor.features.has("supervision")) return { kind: "all" };
  const mayCall = actor.features.has("calls");
  const own = (company?.endpoints ?? []).filter(
    ({ userIds }) => mayCall && userIds.includes(String(actor.userId)),
  );
  const ids = new Set(own.map(({ id }) => id));
  const queues = (company?.queues ?? []).filter(({ agents }) =>
    agents.some(({ endpointId }) => ids.has(endpointId)),
  );
  return {
    kind: "own",
    lines: new Set([...ids].flatMap((id) => lineName(id) ?? [])),
    queues: new Set(queues.map(({ id }) => Number(id))),
  };
}

/** A call is seen as a whole: with all of its parties, or not at all. */
export function callsWithin(scope: FeedScope, calls: readonly LiveCall[]): readonly LiveCall[] {
  if (scope.kind === "all") return calls;
  const seen = new Set(
    calls
      .filter(({ phone, queue_id }) => isOwnLine(scope.lines, phone) || seesQueue(scope, queue_id))
      .map(({ callid }) => callid),
  );
  return calls.filter(({ callid }) => seen.has(callid));
}

export const seesQueue = (scope: FeedScope, queueId: number | null): boolean =>
  scope.kind === "all" || (queueId !== null && scope.queues.has(queueId));

const isOwnLine = (lines: ReadonlySet<string>, phone: string | null): boolean =>
  phone !== null && lines.has(phone);
