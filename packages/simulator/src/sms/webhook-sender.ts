import { createHmac } from "node:crypto";
import { Timers } from "./timers.ts";

const RETRY_MS = 500;
const TIMEOUT_MS = 10_000;

/** Tells the customer's server what happened, signed, and again until it says that it has heard. */
export class WebhookSender {
  readonly #secret: string;
  readonly #timers = new Timers();
  #address: (() => string | undefined) | undefined;
  #isStopped = false;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Where the customer listens; asked anew for each attempt. */
  deliverTo(address: () => string | undefined): void {
    this.#address = address;
  }

  /** Resolves once the customer has it. */
  async send(event: object): Promise<void> {
    const body = JSON.stringify(event);
    while (!this.#isStopped) {
      if (await this.#attempt(body)) return;
      await new Promise<void>((resolve) => this.#timers.after(RETRY_MS, resolve));
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#timers.stop();
  }

  async #attempt(body: string): Promise<boolean> {
    const address = this.#address?.();
    if (address === undefined) return false;
    const seconds = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", this.#secret).update(`${seconds}.${body}`).digest("hex");
    return fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "x-signature": `t=${seconds},v1=${signature}` },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
