import type { Clock } from "@offhook/kernel";
import { parseDatagram } from "../messages/parsing/message-parser.ts";
import type { Flow } from "../transactions/flow.ts";
import type { SeededRandom } from "./seeded-random.ts";

export interface NetworkQuality {
  readonly loss: number;
  readonly duplicates: number;
  readonly minDelayMs: number;
  readonly maxDelayMs: number;
}

export const PERFECT: NetworkQuality = { loss: 0, duplicates: 0, minDelayMs: 5, maxDelayMs: 5 };

export interface NetworkEnd {
  receive(flow: Flow, bytes: Uint8Array): void;
}

/** Two ends and what lies between: messages get lost, doubled and overtaken as told, and all are written down. */
export class MemoryNetwork {
  readonly log: string[] = [];
  quality: NetworkQuality;
  /** Ends that are switched off hear nothing and say nothing. */
  readonly silent = new Set<string>();
  /** Decides the fate of single messages in scripted tests: return false to lose one. */
  filter: (from: string, summary: string) => boolean = () => true;
  /** Thousands of runs need no diary. */
  isLogging = true;
  readonly #clock: Clock;
  readonly #random: SeededRandom;
  readonly #transport: Flow["transport"];

  constructor(clock: Clock, random: SeededRandom, quality = PERFECT, transport: Flow["transport"] = "UDP") {
    this.#clock = clock;
    this.#random = random;
    this.quality = quality;
    this.#transport = transport;
  }

  /** The flow that `from` uses to reach `to`; what it sends arrives at `end` on the flow back. */
  connect(from: string, to: string, endOf: (name: string) => NetworkEnd): Flow {
    const flow: Flow = {
      id: `${from}>${to}`,
      transport: this.#transport,
      local: { host: `${from}.test`, port: 5060 },
      remote: { address: `${to}.test`, port: 5060 },
      send: (bytes) => {
        this.#carry(from, to, bytes, endOf);
        return true;
      },
    };
    return flow;
  }

  #carry(from: string, to: string, bytes: Uint8Array, endOf: (name: string) => NetworkEnd): void {
    const summary = this.isLogging ? summarize(bytes) : "";
    const isLost =
      this.silent.has(from) || !this.filter(from, summary) || this.#random.chance(this.quality.loss);
    if (this.isLogging) this.log.push(`${this.#clock.now()} ${from}: ${summary}${isLost ? " (lost)" : ""}`);
    if (isLost) return;
    const copies = this.#random.chance(this.quality.duplicates) ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const { minDelayMs, maxDelayMs } = this.quality;
      const delayMs = minDelayMs + this.#random.below(maxDelayMs - minDelayMs + 1);
      this.#clock.schedule(delayMs, () => {
        if (!this.silent.has(to)) endOf(to).receive(this.connect(to, from, endOf), bytes);
      });
    }
  }

  /** What was sent, without times and losses: "a: INVITE". */
  summaries(): string[] {
    return this.log.map((line) => line.slice(line.indexOf(" ") + 1));
  }
}

function summarize(bytes: Uint8Array): string {
  const outcome = parseDatagram(bytes);
  if (outcome.kind === "fault") return outcome.fault.reason;
  const { message } = outcome;
  return message.kind === "request" ? message.method : `${message.status} ${message.cseq.method}`;
}
