import type { QueueAct, QueueActsQuery } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import type { EventLog } from "../../../platform/live/event-log.ts";
import { LiveList } from "../../../platform/live/live-list.ts";

/** Left out: all of them. */
type ActsFilter = Pick<QueueActsQuery, "queue" | "phone">;

export interface ActListOptions {
  readonly client: Pick<Client, "listQueueActs">;
  readonly log: EventLog;
  readonly clock: Clock;
}

/** What supervisors did, newest first; what others do meanwhile appears by itself. */
export class ActList extends LiveList<QueueAct, ActsFilter> {
  constructor({ client, log, clock }: ActListOptions) {
    super({
      log,
      clock,
      choice: {},
      keyOf: ({ queue, phone }) => JSON.stringify([queue, phone]),
      fits: (act, { queue, phone }) =>
        (queue === undefined || act.queue_id === queue) && (phone === undefined || act.phone === phone),
      idOf: ({ id }) => id,
      compare: (one, other) => other.id - one.id,
      page: async (filter, before, options) => {
        const query = { ...filter, ...(before !== undefined && { before: Number(before) }) };
        const { acts, next } = await client.listQueueActs({ query }, options);
        return { rows: entities(acts), next: next === null ? null : String(next) };
      },
      rules: { QUEUE_ACT: ({ act }) => [{ put: act }] },
    });
  }

  /** At first, and again after an outage. */
  async load(): Promise<void> {
    await this.refresh();
    await this.open();
  }
}
