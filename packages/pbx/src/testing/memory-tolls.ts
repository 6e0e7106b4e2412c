import type { TollCall, TollStore } from "../ports/toll-store.ts";
import { TollBook } from "../tolls/toll-book.ts";

/** A toll store that forgets everything with its process. */
export class MemoryTolls implements TollStore {
  readonly #book = new TollBook();
  readonly #spent = new Map<string, number>();
  readonly begunCalls: TollCall[] = [];

  spent(companyId: string, day: string): number {
    return this.#spent.get(`${companyId} ${day}`) ?? 0;
  }

  add(companyId: string, day: string, amount: number): void {
    this.#spent.set(`${companyId} ${day}`, this.spent(companyId, day) + amount);
  }

  begun(call: TollCall): void {
    this.begunCalls.push(call);
    this.#book.begun(call);
  }

  ended(id: string, talkedMs: number): void {
    this.#book.ended(id, talkedMs);
  }

  usage(...given: Parameters<TollStore["usage"]>): ReturnType<TollStore["usage"]> {
    return this.#book.usage(...given);
  }

  isNewAbroad(companyId: string, number: string): boolean {
    return this.#book.isNewAbroad(companyId, number);
  }

  isStopped(...given: Parameters<TollStore["isStopped"]>): boolean {
    return this.#book.isStopped(...given);
  }

  stop(...given: Parameters<TollStore["stop"]>): void {
    this.#book.stop(...given);
  }
}
