import {
  type AgentPauseOrder,
  bitFrom,
  channelName,
  type QueueAgentOrder,
  type QueueAgentPlace,
  type QueueAgentRef,
  type QueueEvent,
} from "@offhook/contract";
import type { Transaction } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { NewQueueAct } from "../acts/act-repository.ts";
import { recordAct } from "../acts/record-act.ts";
import { deletePauses, listPauseReasons, savePauses } from "../pauses/pause-repository.ts";
import { pauseOf, type QueuePauseServiceDeps } from "../pauses/queue-pause-service.ts";
import { notAnAgent, unknownPauseReason } from "../queue-errors.ts";
import { saveMembership } from "../queue-repository.ts";
import { type LedMember, listPlaces, lockAgentLine, lockMember, savePlace } from "./agent-repository.ts";

export type AgentLeadServiceDeps = QueuePauseServiceDeps;

/** What supervisors do to agents. What changes nothing is no act. */
export class AgentLeadService {
  readonly #deps: AgentLeadServiceDeps;

  constructor(deps: AgentLeadServiceDeps) {
    this.#deps = deps;
  }

  listPlaces({ customerId }: Actor): Promise<QueueAgentPlace[]> {
    return listPlaces(this.#deps.database.query, customerId);
  }

  async setAvailable(
    actor: Actor,
    agent: QueueAgentRef,
    isAvailable: boolean,
  ): Promise<Record<string, never>> {
    await this.#changeMember(actor, agent, async (tx, member) => {
      if (member.available === isAvailable) return undefined;
      await saveMembership(tx.query, agent.queue, member.phone_id, isAvailable);
      return { ...member, available: isAvailable, act: { act: isAvailable ? "login" : "logout" } };
    });
    return {};
  }

  async setOrder(actor: Actor, { penalty, position, ...agent }: QueueAgentOrder): Promise<QueueAgentPlace> {
    await this.#changeMember(actor, agent, async (tx, member) => {
      if (member.penalty === penalty && member.position === position) return undefined;
      await savePlace(tx.query, agent.queue, member.phone_id, { penalty, position });
      return { ...member, act: { act: "order", detail: `Penalty ${penalty}, position ${position}` } };
    });
    return { queue_id: agent.queue, phone: agent.phone, penalty, position };
  }

  async pause(actor: Actor, { phone, reason }: AgentPauseOrder): Promise<Record<string, never>> {
    const since = new Date(this.#deps.clock.now());
    const { customerId } = actor;
    await this.#changePause(actor, phone, async ({ query }, line) => {
      if (!(await listPauseReasons(query, customerId)).includes(reason)) throw unknownPauseReason();
      if (line.reason === reason) return undefined;
      await savePauses(query, { phoneIds: [line.id], customerId, reason, since });
      return { ...line, reason, since, act: { act: "pause", detail: reason } };
    });
    return {};
  }

  async resume(actor: Actor, phone: string): Promise<Record<string, never>> {
    // A pause after a missed call may be on its way into the database: it would outlive this.
    await this.#deps.whenKnown();
    const { id } = await this.#changePause(actor, phone, async ({ query }, line) => {
      await deletePauses(query, [line.id]);
      return { ...line, reason: null, since: null, act: { act: "resume" } };
    });
    // It may also be one that call control began by itself, after a missed call.
    this.#deps.endPause(actor.customerId, id);
    return {};
  }

  async #changeMember(
    actor: Actor,
    { queue, phone }: QueueAgentRef,
    change: (tx: Transaction, member: LedMember) => Promise<(LedMember & Act) | undefined>,
  ): Promise<void> {
    const { database, whenKnown } = this.#deps;
    const { customerId } = actor;
    await database.transaction(async (tx) => {
      const member = await lockMember(tx.query, customerId, queue, phone);
      if (!member) throw notAnAgent();
      const changed = await change(tx, member);
      if (!changed) return;
      const { user_id, available, act } = changed;
      const event: QueueEvent = {
        ...{ type: "QUEUE_UPDATE", queue_id: queue, phone, user_id },
        available: bitFrom(available),
      };
      tx.publish({ customerId, channel: channelName("customer", customerId), event });
      await this.#note(tx, actor, { ...act, queueId: queue, phone });
    });
    // Whoever has just been signed out must not be offered the next caller.
    await whenKnown();
  }

  async #changePause(
    actor: Actor,
    phone: string,
    change: (tx: Transaction, line: LedLine) => Promise<(LedLine & Act) | undefined>,
  ): Promise<LedLine> {
    const { database, whenKnown } = this.#deps;
    const { customerId } = actor;
    const line = await database.transaction(async (tx) => {
      const before = await lockAgentLine(tx.query, customerId, phone);
      if (!before) throw notAnAgent();
      const after = await change(tx, before);
      if (!after) return before;
      const event: QueueEvent = { type: "QUEUE_PAUSE", user_id: after.user_id, ...pauseOf(after) };
      tx.publish({ customerId, channel: channelName("phone", after.id), event });
      await this.#note(tx, actor, { ...after.act, phone });
      return after;
    });
    await whenKnown();
    return line;
  }

  #note(tx: Transaction, actor: Actor, act: Omit<NewQueueAct, "at">): Promise<void> {
    return recordAct(tx, actor, { ...act, at: new Date(this.#deps.clock.now()) });
  }
}

interface Act {
  readonly act: Pick<NewQueueAct, "act" | "detail">;
}
type LedLine = NonNullable<Awaited<ReturnType<typeof lockAgentLine>>>;
