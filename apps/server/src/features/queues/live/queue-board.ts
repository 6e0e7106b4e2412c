import type { QueueAgentState, QueueAgentStatus, QueueCaller, QueueStatus } from "@offhook/contract";
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
  /** When an agent was first seen in the present state, by queue and line. */
  readonly #seen = new Map<string, { readonly state: QueueAgentState; readonly since: number }>();

  constructor(deps: QueueBoardDeps) {
    this.#deps = deps;
  }

  async statusOf(customerId: number, queues: readonly SeenQueue[]): Promise<QueueStatus[]> {
    const { database, phones } = this.#deps;
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
        waiting: (status?.waiting ?? []).map(({ callId, since, position }): QueueCaller => {
          const call = calls.get(callId);
          return {
            callid: callId,
            position,
            number: call?.callerNumber ?? "",
            name: call?.callerName ?? "",
            since: seconds(since),
          };
        }),
        agents: members
          .filter((member) => member.queue_id === id)
          .map((member) => this.#agentOf(member, status)),
      };
    });
  }

  #agentOf(member: QueueMember, status: FloorStatus | undefined): QueueAgentStatus {
    const { phone, user_id, name, extension } = member;
    const state = stateOf(member, status);
    const isPaused = state === "paused";
    const since = (isPaused && member.paused_since?.getTime()) || this.#sinceOf(member, state);
    const reason = isPaused ? member.paused_reason : null;
    return { phone, user_id, name, extension, state, since: seconds(since), reason };
  }

  #sinceOf({ queue_id, phone_id }: QueueMember, state: QueueAgentState): number {
    const key = `${queue_id} ${phone_id}`;
    const before = this.#seen.get(key);
    if (before?.state === state) return before.since;
    const since = this.#deps.clock.now();
    this.#seen.set(key, { state, since });
    return since;
  }
}

/** Whoever is on a call when the pause begins is on that call first. */
function stateOf(
  { available, paused_reason, phone_id }: QueueMember,
  status: FloorStatus | undefined,
): QueueAgentState {
  if (available === "0") return "loggedOut";
  const state = status?.agents.find(({ endpointId }) => endpointId === String(phone_id))?.state;
  if (state === "ringing" || state === "busy") return state;
  return paused_reason === null ? (state ?? "unreachable") : "paused";
}
