import { type SmppLink, SmppLinkDown } from "@offhook/smpp";
import { Timers } from "./timers.ts";

type DeliveryFields = Readonly<Record<string, unknown>>;

interface Delivery {
  readonly fields: DeliveryFields;
  readonly done: () => void;
}

const ANSWER_MS = 10_000;
const RETRY_MS = 500;

/** What the customer must hear. It is repeated, over the next connection if need be, until acknowledged. */
export class DeliveryQueue {
  readonly #window: number;
  readonly #waiting: Delivery[] = [];
  readonly #timers = new Timers();
  #underWay = 0;
  #link: SmppLink | undefined;

  /** How many may be under way at once; one keeps them in order. */
  constructor(window: number) {
    this.#window = window;
  }

  /** Resolves once the customer has it. */
  add(fields: DeliveryFields): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ fields, done });
      this.#pump();
    });
  }

  serve(link: SmppLink | undefined): void {
    this.#link = link;
    this.#pump();
  }

  stop(): void {
    this.#timers.stop();
    this.#waiting.length = 0;
  }

  #pump(): void {
    while (this.#link?.isOpen && this.#underWay < this.#window) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#underWay += 1;
      void this.#deliver(this.#link, next).finally(() => {
        this.#underWay -= 1;
        this.#pump();
      });
    }
  }

  async #deliver(link: SmppLink, delivery: Delivery): Promise<void> {
    try {
      const { command_status } = await link.request("deliver_sm", delivery.fields, ANSWER_MS);
      if (command_status === 0) return delivery.done();
    } catch (error) {
      if (!(error instanceof SmppLinkDown)) throw error;
    }
    this.#waiting.unshift(delivery);
    await new Promise<void>((resolve) => this.#timers.after(RETRY_MS, resolve));
  }
}
