import type { CancelTimer, Clock } from "@offhook/kernel";
import type { PbxLog } from "../ports/pbx-log.ts";

const EVERY_MS = 60_000;
const MAX_SOURCES = 1_000;

/** Counts what arrives and is no message: one line a minute, however much a stranger sends. */
export class FaultTally {
  readonly #clock: Clock;
  readonly #log: PbxLog;
  readonly #sources = new Set<string>();
  readonly #reasons = new Map<string, number>();
  #count = 0;
  #cancel: CancelTimer | undefined;

  constructor(clock: Clock, log: PbxLog) {
    this.#clock = clock;
    this.#log = log;
  }

  add(source: string, reason: string): void {
    this.#count += 1;
    if (this.#sources.size < MAX_SOURCES) this.#sources.add(source);
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    this.#cancel ??= this.#clock.schedule(EVERY_MS, () => this.#tell());
  }

  #tell(): void {
    this.#cancel = undefined;
    const [example] = this.#sources;
    this.#log.info("Messages that are no SIP", {
      count: this.#count,
      sources: this.#sources.size,
      example,
      reasons: Object.fromEntries(this.#reasons),
    });
    this.#count = 0;
    this.#sources.clear();
    this.#reasons.clear();
  }
}
