import type { QueueSendDestination, QueueTakeOrder } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CommandResult, PbxEvents, QueueRegistry } from "@offhook/pbx";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { NewQueueAct } from "../acts/act-repository.ts";
import { recordAct } from "../acts/record-act.ts";
import {
  callerGone,
  cannotChoose,
  noFreeSlot,
  notAnAgent,
  notReady,
  nowhereToSend,
  queueNotFound,
  ringsElsewhere,
  sameQueue,
} from "../queue-errors.ts";
import { listServingPhones, type SeenQueue } from "../queue-repository.ts";
import { queuesSeenBy } from "../queue-scope.ts";
import { type DestinationPhones, findSendDestination, wordsOfDestination } from "./send-destination.ts";

/** The phone system, as far as waiting calls ask it. */
export interface QueueCallPhones extends DestinationPhones {
  readonly commands: Pick<
    QueueRegistry,
    "status" | "take" | "getReady" | "moveToFront" | "moveToQueue" | "send"
  >;
}

export interface QueueCallServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly phones: QueueCallPhones;
}

type Caller = PbxEvents["queueChanged"]["waiting"][number];
interface Waiting {
  readonly queue: SeenQueue;
  readonly caller: Caller;
}

type Done = Record<string, never>;
const NOTHING: Done = {};

/** What people may do with calls that wait: agents for themselves, supervisors for all. */
export class QueueCallService {
  readonly #deps: QueueCallServiceDeps;

  constructor(deps: QueueCallServiceDeps) {
    this.#deps = deps;
  }

  async take(actor: Actor, { callid, phone }: QueueTakeOrder): Promise<Done> {
    const { database, phones } = this.#deps;
    const { queue, caller } = await this.#find(actor, callid);
    const serving = await listServingPhones(database.query, actor, phone);
    const lines = serving.filter(({ queue_id }) => queue_id === queue.id);
    if (lines.length === 0) throw notAnAgent();
    const config = phones.company(String(actor.customerId));
    if (!config?.queues.find(({ id }) => id === String(queue.id))?.canChoose) throw cannotChoose();
    if (!caller.canBeTaken) throw ringsElsewhere();
    if (!lines.some(({ phone_id }) => phones.commands.take(callid, String(phone_id)).isDone))
      throw notReady();
    return NOTHING;
  }

  /** Ready twice, from two tabs say, is no error. */
  async getReady(actor: Actor, phone: string | undefined): Promise<Done> {
    const { database, phones } = this.#deps;
    const serving = await listServingPhones(database.query, actor, phone);
    if (serving.length === 0) throw notAnAgent();
    for (const id of new Set(serving.map(({ phone_id }) => phone_id)))
      phones.commands.getReady(String(actor.customerId), String(id));
    return NOTHING;
  }

  async moveToFront(actor: Actor, callId: string): Promise<Done> {
    const { queue } = await this.#find(actor, callId);
    const act = { act: "moveToFront", queueId: queue.id, callId } as const;
    return this.#act(actor, act, () => this.#deps.phones.commands.moveToFront(callId));
  }

  async moveToQueue(actor: Actor, callId: string, queueId: number): Promise<Done> {
    const { database, phones } = this.#deps;
    const { queue } = await this.#find(actor, callId);
    const target = (await queuesSeenBy(database.query, actor)).find(({ id }) => id === queueId);
    if (!target) throw queueNotFound();
    if (target.id === queue.id) throw sameQueue();
    const act = { act: "moveToQueue", queueId: queue.id, callId, detail: target.name } as const;
    return this.#act(actor, act, () => phones.commands.moveToQueue(callId, String(queueId)));
  }

  async send(actor: Actor, callId: string, wanted: QueueSendDestination): Promise<Done> {
    const { queue } = await this.#find(actor, callId);
    const destination = findSendDestination(this.#deps.phones, actor.customerId, wanted);
    if (!destination) throw nowhereToSend();
    if (destination.kind === "queue" && destination.id === String(queue.id)) throw sameQueue();
    const act = { act: "send", queueId: queue.id, callId, detail: wordsOfDestination(wanted) } as const;
    return this.#act(actor, act, () => this.#deps.phones.commands.send(callId, destination));
  }

  /** A caller whose queue the user does not see looks like one who is gone. */
  async #find(actor: Actor, callId: string): Promise<Waiting> {
    const { database, phones } = this.#deps;
    for (const queue of await queuesSeenBy(database.query, actor)) {
      const { waiting = [] } = phones.commands.status(String(queue.id)) ?? {};
      const caller = waiting.find((each) => each.callId === callId);
      if (caller) return { queue, caller };
    }
    throw callerGone();
  }

  /** Written down only if it is done, and done only if it can be written down. */
  async #act(actor: Actor, act: Omit<NewQueueAct, "at">, command: () => CommandResult): Promise<Done> {
    const { database, clock } = this.#deps;
    await database.transaction(async (tx) => {
      await recordAct(tx, actor, { ...act, at: new Date(clock.now()) });
      const result = command();
      if (!result.isDone) throw REFUSALS[result.refusal]?.() ?? callerGone();
    });
    return NOTHING;
  }
}

const REFUSALS: Readonly<Record<string, typeof nowhereToSend>> = {
  notAllowed: nowhereToSend,
  noFreeSlot,
};
