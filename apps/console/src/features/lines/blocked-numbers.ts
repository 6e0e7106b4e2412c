import type { BlockedCallers } from "@offhook/contract";
import { withLeadingOne } from "@offhook/telephony";
import type { StoreApi } from "zustand/vanilla";
import type { CallOptions, Client } from "../../platform/api/api-client.ts";
import type { EventLog } from "../../platform/live/event-log.ts";
import { LiveValue } from "../../platform/live/live-value.ts";

export interface BlockedNumbersState {
  /** Digits, as callers are shown; of all lines of the user. */
  readonly numbers: ReadonlySet<string>;
}

/** Callers that the user's lines do not want to hear from. */
export class BlockedNumbers {
  readonly state: StoreApi<BlockedNumbersState>;
  readonly #live: LiveValue<BlockedNumbersState>;
  readonly #client: Pick<Client, "listBlockedCallers" | "blockCallers" | "unblockCaller">;

  constructor(client: Pick<Client, "listBlockedCallers" | "blockCallers" | "unblockCaller">, log: EventLog) {
    this.#client = client;
    this.#live = new LiveValue<BlockedNumbersState>({
      log,
      initial: { numbers: new Set() },
      // It says whose list has changed, and not how.
      rules: { BLOCKED_CALLERS: () => undefined },
      reload: () => this.load(),
    });
    this.state = this.#live.state;
  }

  load(): Promise<void> {
    return this.#live.fetch(
      "numbers",
      (options) => this.#client.listBlockedCallers({}, options),
      (_before, lines) => blockedBy(lines),
      { isWhole: true },
    );
  }

  block(number: string): Promise<void> {
    return this.#change((options) => this.#client.blockCallers({ body: { numbers: [number] } }, options));
  }

  unblock(number: string): Promise<void> {
    return this.#change((options) => this.#client.unblockCaller({ query: { number } }, options));
  }

  stop(): void {
    this.#live.stop();
  }

  async #change(save: (options: CallOptions) => Promise<readonly BlockedCallers[]>): Promise<void> {
    await this.#live.change(
      (before) => before,
      save,
      (lines) => () => blockedBy(lines),
    );
  }
}

function blockedBy(lines: readonly BlockedCallers[]): BlockedNumbersState {
  const numbers = lines.flatMap(({ blacklist }) => blacklist.map(({ caller_number }) => caller_number));
  return { numbers: new Set(numbers) };
}

export function isBlockedNumber({ numbers }: BlockedNumbersState, number: string): boolean {
  return numbers.size > 0 && numbers.has(withLeadingOne(number.replace(/[^\d*#]/g, "")));
}

/** `given`: the digits of several numbers, apart by spaces. */
export function hasBlockedNumber(state: BlockedNumbersState, given: string): boolean {
  return state.numbers.size > 0 && given.split(" ").some((number) => isBlockedNumber(state, number));
}
