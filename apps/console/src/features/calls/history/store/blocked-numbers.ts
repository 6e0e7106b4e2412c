import type { BlockedCallers } from "@offhook/contract";
import { withLeadingOne } from "@offhook/telephony";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../../platform/api-client.ts";

export interface BlockedNumbersState {
  /** Digits, as callers are shown; of all lines of the user. */
  readonly numbers: ReadonlySet<string>;
}

/** Callers that the user's lines do not want to hear from. */
export class BlockedNumbers {
  readonly state: StoreApi<BlockedNumbersState>;
  readonly #client: Pick<Client, "listBlockedCallers" | "blockCallers" | "unblockCaller">;

  constructor(client: Pick<Client, "listBlockedCallers" | "blockCallers" | "unblockCaller">) {
    this.#client = client;
    this.state = createStore<BlockedNumbersState>()(() => ({ numbers: new Set() }));
  }

  async load(): Promise<void> {
    this.#adopt(await this.#client.listBlockedCallers());
  }

  async block(number: string): Promise<void> {
    this.#adopt(await this.#client.blockCallers({ body: { numbers: [number] } }));
  }

  async unblock(number: string): Promise<void> {
    this.#adopt(await this.#client.unblockCaller({ query: { number } }));
  }

  #adopt(lines: readonly BlockedCallers[]): void {
    const numbers = lines.flatMap(({ blacklist }) => blacklist.map(({ caller_number }) => caller_number));
    this.state.setState({ numbers: new Set(numbers) });
  }
}

export function isBlockedNumber({ numbers }: BlockedNumbersState, number: string): boolean {
  return numbers.size > 0 && numbers.has(withLeadingOne(number.replace(/[^\d*#]/g, "")));
}

/** `given`: the digits of several numbers, apart by spaces. */
export function hasBlockedNumber(state: BlockedNumbersState, given: string): boolean {
  return state.numbers.size > 0 && given.split(" ").some((number) => isBlockedNumber(state, number));
}
