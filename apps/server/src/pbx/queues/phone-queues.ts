import type { QueueStatus } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { CommandResult, Pbx, Supervisions } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { LiveQueueEvents, listOpenWrapUps, MissedOffers, QueueBoard } from "../../features/queues/index.ts";
import type { LiveDirectory } from "../directory/live-directory.ts";
import type { QueueRecordWriter } from "../records/queue-record-writer.ts";
import { TakenPartWriter } from "../records/taken-part-writer.ts";

export interface PhoneQueuesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "error">;
  readonly pbx: Pick<Pbx, "queues" | "supervisions" | "commands" | "on">;
  readonly directory: Pick<LiveDirectory, "company">;
  readonly records: Pick<QueueRecordWriter, "recorded" | "passedOver">;
}

/** What call control does in queues, for those who watch them. */
export class PhoneQueues {
  readonly board: QueueBoard;
  /** What people ask of queues. */
  readonly commands: Pbx["queues"];
  readonly #deps: PhoneQueuesDeps;
  readonly #events: LiveQueueEvents;
  readonly #missed: MissedOffers;
  readonly #takenParts: TakenPartWriter;

  constructor(deps: PhoneQueuesDeps) {
    const { pbx, records } = deps;
    this.#deps = deps;
    this.commands = pbx.queues;
    this.board = new QueueBoard({
      ...deps,
      phones: { queue: (id) => pbx.queues.status(id), calls: (companyId) => pbx.commands.calls(companyId) },
    });
    this.#events = new LiveQueueEvents({ ...deps, board: this.board });
    this.#missed = new MissedOffers(deps);
    this.#takenParts = new TakenPartWriter(deps);
    pbx.on("queueRecorded", (record) => {
      records.recorded(record);
      this.#missed.recorded(record);
    });
    pbx.on("passedOver", (told) => records.passedOver(told));
    pbx.on("supervisionBegan", (part) => this.#takenParts.began(part));
    pbx.on("supervisionEnded", (part) => this.#takenParts.ended(part));
    pbx.on("queueChanged", ({ queueId }) => this.#events.changed([Number(queueId)]));
    pbx.on("presenceChanged", ({ companyId, endpointId }) => this.#agentChanged(companyId, endpointId));
  }

  get supervisions(): Supervisions {
    return this.#deps.pbx.supervisions;
  }

  /** Something of the company was configured, logged in or paused: those who watch hear it where it shows. */
  companyChanged(customerId: number): void {
    const queues = this.#deps.directory.company(String(customerId))?.queues ?? [];
    this.#events.changed(queues.map(({ id }) => Number(id)));
  }

  /** All queues of the company as they now are. */
  statusesOf(customerId: number): Promise<QueueStatus[]> {
    const queues = this.#deps.directory.company(String(customerId))?.queues ?? [];
    return this.board.statusOf(
      customerId,
      queues.map(({ id, name, extension }) => ({ id: Number(id), name, extension })),
    );
  }

  endPause(customerId: number, phoneId: number): void {
    this.#deps.pbx.queues.resume(String(customerId), String(phoneId));
  }

  cancelCallback(customerId: number, callId: string): CommandResult {
    return this.#deps.pbx.queues.cancelCallback(String(customerId), callId);
  }

  /** What a restart would take from agents; their pauses are in the directory. */
  async restore(): Promise<void> {
    const { database, clock, pbx } = this.#deps;
    for (const wrapUp of await listOpenWrapUps(database.query, new Date(clock.now()))) {
      const { customer_id, queue_id, phone_id, until_at } = wrapUp;
      const agent = { queueId: String(queue_id), endpointId: String(phone_id), untilMs: until_at.getTime() };
      pbx.queues.restoreWrapUp(String(customer_id), agent);
    }
  }

  /** Resolves when the pauses that call control began are stored, and who took part in calls. */
  async settled(): Promise<void> {
    await Promise.all([this.#missed.settled(), this.#takenParts.settled()]);
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#missed.settled(), this.#takenParts.close()]);
  }

  #agentChanged(companyId: string, endpointId: string): void {
    const queues = this.#deps.directory.company(companyId)?.queues ?? [];
    const served = queues.filter(({ agents }) => agents.some((agent) => agent.endpointId === endpointId));
    this.#events.changed(served.map(({ id }) => Number(id)));
  }
}
