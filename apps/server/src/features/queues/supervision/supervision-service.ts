import type {
  QueueActPage,
  QueueActsQuery,
  QueueCall,
  SuperviseOrder,
  TakeOverOrder,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CommandRefusal, SuperviseCall, Supervisions } from "@offhook/pbx";
import type { Database } from "../../../database/database.ts";
import { findUserName } from "../../../database/user-name-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { deleteQueueAct, insertQueueAct, listQueueActs, type NewQueueAct } from "../acts/act-repository.ts";
import { actEvent } from "../acts/record-act.ts";
import { listAgentNames } from "../numbers/agent-name-repository.ts";
import { noOwnLine, ownCall, queueCallOver } from "../queue-errors.ts";

export interface SupervisionServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly supervisions: Pick<Supervisions, "supervise" | "takeOver" | "agentCalls">;
  /** By what the browser of a session registers for a line; undefined before it has asked. */
  readonly accountOf: (sessionId: string, phoneId: number) => string | undefined;
  /** The line of the user with this name, or the one that their calls go out from. */
  readonly lineOf: (actor: Actor, name: string | undefined) => Promise<{ readonly id: number } | undefined>;
  /** In the words that every call uses. */
  readonly refused: (refusal: CommandRefusal) => Error;
}

type Attempt = ReturnType<Supervisions["supervise"]>;

/** Takes part in the calls of agents. */
export class SupervisionService {
  readonly #deps: SupervisionServiceDeps;

  constructor(deps: SupervisionServiceDeps) {
    this.#deps = deps;
  }

  async listCalls({ customerId }: Actor): Promise<QueueCall[]> {
    const { database, supervisions } = this.#deps;
    const calls = supervisions.agentCalls(String(customerId));
    const phoneIds = calls.map(({ agentId }) => Number(agentId));
    const names = await listAgentNames(database.query, customerId, phoneIds);
    return calls.flatMap(({ call, agentId }) => {
      const agent = names.find(({ phone_id }) => String(phone_id) === agentId);
      return agent ? [describe(call, agentId, agent)] : [];
    });
  }

  supervise(actor: Actor, { mode, ...order }: SuperviseOrder): Promise<{ callid: string }> {
    const { supervisions } = this.#deps;
    return this.#takePart(actor, order, mode, (request) => supervisions.supervise({ ...request, mode }));
  }

  takeOver(actor: Actor, order: TakeOverOrder): Promise<{ callid: string }> {
    const { supervisions } = this.#deps;
    return this.#takePart(actor, order, "takeOver", (request) => supervisions.takeOver(request));
  }

  listActs({ customerId }: Actor, query: QueueActsQuery): Promise<QueueActPage> {
    return listQueueActs(this.#deps.database.query, customerId, query);
  }

  async #takePart(
    actor: Actor,
    { callid, phone }: TakeOverOrder,
    act: NewQueueAct["act"],
    attempt: (request: Omit<SuperviseCall, "mode">) => Attempt,
  ): Promise<{ callid: string }> {
    const { database, clock } = this.#deps;
    const line = await this.#deps.lineOf(actor, phone);
    if (!line) throw noOwnLine();
    const name = await findUserName(database.query, actor.userId);
    const call = (await this.listCalls(actor)).find((each) => each.callid === callid);
    if (!call) throw queueCallOver();
    const request = {
      ...{ companyId: String(actor.customerId), callId: callid, userId: String(actor.userId), name },
      endpointId: String(line.id),
    };
    const about = { queueId: call.queue_id, phone: call.phone, callId: callid };
    // Stored before the first sound: whatever happens to the server then, nobody has listened without it.
    const written = await insertQueueAct(database.query, actor, { act, at: new Date(clock.now()), ...about });
    const result = this.#attempt(actor, { request, isBrowserFirst: phone === undefined }, attempt);
    if (!result.isDone) {
      await deleteQueueAct(database.query, written.id);
      if (result.refusal === "wrongState") throw queueCallOver();
      throw result.refusal === "notAllowed" ? ownCall() : this.#deps.refused(result.refusal);
    }
    await database.publish([actEvent(actor, written)]);
    return { callid: result.callId };
  }

  /** The browser that asks is the nearest phone; where it is none, those of the line ring. */
  #attempt(
    actor: Actor,
    { request, isBrowserFirst }: { request: Omit<SuperviseCall, "mode">; isBrowserFirst: boolean },
    attempt: (request: Omit<SuperviseCall, "mode">) => Attempt,
  ): Attempt {
    const account = this.#deps.accountOf(actor.sessionId, Number(request.endpointId));
    if (!isBrowserFirst || account === undefined) return attempt(request);
    const here = attempt({ ...request, account });
    return here.isDone || here.refusal !== "unreachable" ? here : attempt(request);
  }
}

type AgentCall = ReturnType<Supervisions["agentCalls"]>[number]["call"];

function describe(
  call: AgentCall,
  agentId: string,
  agent: { readonly phone: string; readonly name: string },
): QueueCall {
  const { callId, queueId, callerNumber, callerName, startedAt, supervisors, parties } = call;
  // The queue has answered the caller before.
  const talksSince = parties.find(({ endpointId }) => endpointId === agentId)?.answeredAt;
  return {
    callid: callId,
    queue_id: Number(queueId),
    phone: agent.phone,
    agent: agent.name,
    number: callerNumber.replace(/^\+/, ""),
    name: callerName,
    since: Math.floor((talksSince ?? startedAt) / 1000),
    supervisors: supervisors.map(({ userId, name, mode }) => ({ user_id: Number(userId), name, mode })),
  };
}
