import type { Clock } from "@offhook/kernel";

export interface BudgetLimits {
  readonly perSecond: number;
  /** What may come at once. */
  readonly burst: number;
}

/** Lets a source send so much at once and so much a second; what is beyond it is not even parsed. */
export class MessageBudget {
  readonly #clock: Clock;
  readonly #limits: BudgetLimits;
  #left: number;
  #at: number;

  constructor(clock: Clock, limits: BudgetLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#left = limits.burst;
    this.#at = clock.now();
  }

  get isFull(): boolean {
    this.#refill();
    return this.#left >= this.#limits.burst;
  }

  spend(): boolean {
    this.#refill();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  #refill(): void {
    const now = this.#clock.now();
    const { perSecond, burst } = this.#limits;
    this.#left = Math.min(burst, this.#left + (Math.max(0, now - this.#at) / 1000) * perSecond);
    this.#at = now;
  }
}

const MAX_SOURCES = 20_000;

export interface SourceLimits {
  readonly perSource: BudgetLimits;
  /** All strangers together: beyond it there is time for known phones alone. */
  readonly strangers: BudgetLimits;
}

/** A budget for each known flow and for each strange address, and one for all strangers. */
export class SourceBudgets {
  readonly #clock: Clock;
  readonly #limits: BudgetLimits;
  readonly #strangers: MessageBudget;
  readonly #budgets = new Map<string, MessageBudget>();

  constructor(clock: Clock, { perSource, strangers }: SourceLimits) {
    this.#clock = clock;
    this.#limits = perSource;
    this.#strangers = new MessageBudget(clock, strangers);
  }

  /** A phone of ours is not held up by whoever else sends from its address. */
  mayKnownSend(flowId: string): boolean {
    return this.#spend(flowId);
  }

  mayStrangerSend(source: string): boolean {
    return this.#spend(source) && this.#strangers.spend();
  }

  #spend(source: string): boolean {
    let budget = this.#budgets.get(source);
    if (!budget) {
      if (this.#budgets.size >= MAX_SOURCES) this.#forgetIdle();
      budget = new MessageBudget(this.#clock, this.#limits);
      this.#budgets.set(source, budget);
    }
    return budget.spend();
  }

  /** Sources are forged easily over UDP: their number must not grow without end. */
  #forgetIdle(): void {
    for (const [source, budget] of this.#budgets) if (budget.isFull) this.#budgets.delete(source);
    if (this.#budgets.size >= MAX_SOURCES) this.#budgets.clear();
  }
}
