import type { Clock } from "@offhook/kernel";
import type { HangupCause } from "../calls/hangup-cause.ts";
import type { LegRecord } from "../calls/records/leg-record.ts";
import type { LegRecordKeeper } from "../calls/records/leg-record-keeper.ts";

/** The part of a party in a call that goes on. */
export interface RunningLeg {
  readonly record: LegRecord;
  readonly answeredAt: number | undefined;
}

/** Fax calls that go on: they count where calls count, and stand in the history of calls. */
export class FaxLegs {
  readonly #clock: Clock;
  readonly #records: Pick<LegRecordKeeper, "opened" | "closed">;
  readonly #running = new Map<string, RunningLeg>();

  constructor(clock: Clock, records: Pick<LegRecordKeeper, "opened" | "closed">) {
    this.#clock = clock;
    this.#records = records;
  }

  get size(): number {
    return this.#running.size;
  }

  running(): Iterable<RunningLeg> {
    return this.#running.values();
  }

  opened(record: LegRecord): void {
    this.#running.set(record.id, { record, answeredAt: undefined });
    this.#records.opened(record);
  }

  answered(recordId: string): void {
    const leg = this.#running.get(recordId);
    if (leg) this.#running.set(recordId, { ...leg, answeredAt: this.#clock.now() });
  }

  closed(recordId: string, cause: HangupCause): void {
    const leg = this.#running.get(recordId);
    if (!leg) return;
    this.#running.delete(recordId);
    const { record, answeredAt } = leg;
    this.#records.closed({ record, answeredAt, endedAt: this.#clock.now(), cause, deviceId: undefined });
  }
}
