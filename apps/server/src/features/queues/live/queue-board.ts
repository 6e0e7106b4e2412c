import type { QueueAgentStatus, QueueCaller, QueueStatus } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CallView, PbxEvents } from "@offhook/pbx";
import type { Database } from "../../../database/database.ts";
import { listMembers, type QueueMember, type SeenQueue } from "../queue-repository.ts";

type FloorStatus = PbxEvents["queueChanged"];

/** What call control knows of queues at this moment. */
interface QueuePhones {
  /** Undefined where it does not know the queue. */
  queue(queueId: string): FloorStatus | undefined;
  calls(companyId: string): readonly Pick<CallView, "callId" | "callerNumber" | "callerName">[];
}

export interface QueueBoardDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly phones: QueuePhones;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** Queues as they are now: who waits, and what the agents do since when. */
export class QueueBoard {
  readonly #deps: QueueBoardDeps;

  constructor(deps: QueueBoardDeps) {
    this.#deps = deps;
  }

  async statusOf(customerId: number, queues: readonly SeenQueue[]): Promise<QueueStatus[]> {
    const { database, clock, phones } = this.#deps;
    const now = clock.now();
    const members = await listMembers(
      database.query,
      queues.map(({ id }) => id),
    );
    const calls = new Map(phones.calls(String(customerId)).map((call) => [call.callId, call]));
    return queues.map(({ id, name, extension }) => {
      const status = phones.queue(String(id));
      return {
        queue_id: id,
        name,
        extension,
        waiting: (status?.waiting ?? []).map((waiting): QueueCaller => {
          const { callId, since, priority, tag = null, position, canBeTaken, callback } = waiting;
          const call = calls.get(callId);
          return {
            callid: callId,
            position,
            number: callback?.number.replace(/^\+/, "") ?? call?.callerNumber ?? "",
            name: callback?.name ?? call?.callerName ?? "",
            since: seconds(since),
            can_take: canBeTaken,
            priority,
            tag,
            is_callback: callback !== undefined,
          };
        }),
        agents: members
          .filter((member) => member.queue_id === id)
          .map((member) => agentOf(member, status, now)),
      };
    });
  }
}

function agentOf(member: QueueMember, status: FloorStatus | undefined, now: number): QueueAgentStatus {
  const { phone, user_id, name, extension } = member;
  const floor = status?.agents.find(({ endpointId }) => endpointId === String(member.phone_id));
  const { state, since, reason = null, untilMs, call } = floor ?? storedStateOf(member, now);
  const pausedSince = state === "paused" && reason === member.paused_reason ? member.paused_since : null;
  return {
    ...{ phone, user_id, name, extension, state, reason },
    until: untilMs === undefined ? null : Math.ceil(untilMs / 1000),
    call: call ? { callid: call.callId, waited: seconds(call.waitMs) } : null,
    // Call control has begun anew since an older pause.
    since: seconds(pausedSince?.getTime() ?? since),
  };
}

/** Of somebody whom call control has not heard of yet. */
function storedStateOf(
  { available, paused_reason }: QueueMember,
  since: number,
): Omit<FloorStatus["agents"][number], "endpointId"> {
  const reason = paused_reason ?? undefined;
  if (available === "0") return { state: "loggedOut", since };
  return { state: reason === undefined ? "unreachable" : "paused", since, reason };
}
