import { channelName, type QueueEvent } from "@offhook/contract";
import { MISSED_A_CALL, type QueueRecord } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database, Transaction } from "../../../database/database.ts";
import { findQueues } from "../queue-repository.ts";
import { deletePauseOfLoggedOut, findLineName, keepPause } from "./pause-repository.ts";

export interface MissedOffersDeps {
  readonly database: Database;
  readonly log: Pick<BaseLogger, "error">;
}

type RecordOf<Type extends QueueRecord["type"]> = Extract<QueueRecord, { type: Type }>;

/** Tells agents of calls that they missed, and keeps the pause that call control begins for that. */
export class MissedOffers {
  readonly #deps: MissedOffersDeps;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: MissedOffersDeps) {
    this.#deps = deps;
  }

  recorded(record: QueueRecord): void {
    if (record.type === "missed") this.#run((tx) => tell(tx, record));
    else if (record.type === "paused" && record.reason === MISSED_A_CALL)
      this.#run((tx) => keep(tx, record as RecordOf<"paused">));
  }

  /** Resolves when everything recorded so far is stored. */
  settled(): Promise<void> {
    return this.#running;
  }

  #run(work: (tx: Transaction) => Promise<void>): void {
    const { database, log } = this.#deps;
    this.#running = this.#running
      .then(() => database.transaction(work))
      .catch((error: unknown) => log.error({ err: error }, "A missed call of a queue could not be told"));
  }
}

async function tell(tx: Transaction, record: RecordOf<"missed">): Promise<void> {
  const { callId: callid, reason, at } = record;
  const [customerId, phoneId] = [Number(record.companyId), Number(record.endpointId)];
  const [queue] = await findQueues(tx.query, [Number(record.queueId)]);
  const phone = await findLineName(tx.query, customerId, phoneId);
  if (!queue || phone === undefined) return;
  const about = { phone, queue_id: queue.id, queue_name: queue.name, callid, reason };
  const event: QueueEvent = { type: "QUEUE_MISSED", ...about, at: Math.floor(at / 1000) };
  tx.publish({ customerId, channel: channelName("phone", phoneId), event });
}

/** Agents of several queues are paused in all of them, and told once. */
async function keep(
  tx: Transaction,
  { companyId, endpointId, reason, at }: RecordOf<"paused">,
): Promise<void> {
  const [customerId, phoneId] = [Number(companyId), Number(endpointId)];
  const phone = await keepPause(tx.query, { customerId, phoneId, reason, since: new Date(at) });
  if (phone === undefined) return;
  publishPause(tx, { customerId, phoneId, phone }, { reason, since: Math.floor(at / 1000) });
}

interface PausedLine {
  readonly customerId: number;
  readonly phoneId: number;
  readonly phone: string;
}

/** Somebody who logs out and in again begins anew; another reason for a pause is their own. */
export async function endMissedPause(tx: Transaction, line: PausedLine): Promise<void> {
  if (await deletePauseOfLoggedOut(tx.query, line.phoneId, MISSED_A_CALL))
    publishPause(tx, line, { reason: null, since: null });
}

function publishPause(
  tx: Transaction,
  { customerId, phoneId, phone }: PausedLine,
  pause: { readonly reason: string | null; readonly since: number | null },
): void {
  const event: QueueEvent = { type: "QUEUE_PAUSE", user_id: null, phone, ...pause };
  tx.publish({ customerId, channel: channelName("phone", phoneId), event });
}
