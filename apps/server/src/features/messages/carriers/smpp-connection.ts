import type { CancelTimer, Clock } from "@offhook/kernel";
import { connectSmpp, type Pdu, type SmppLink, SmppLinkDown, statusName } from "@offhook/smpp";
import type { BaseLogger } from "pino";
import type { SmppConfig } from "./carrier-config.ts";

export interface SmppConnectionDeps {
  readonly config: SmppConfig;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "info" | "warn">;
  readonly onRequest: (pdu: Pdu, link: SmppLink) => void;
}

type ConnectionState =
  | { readonly name: "idle" }
  | { readonly name: "connecting" }
  | { readonly name: "bound"; readonly link: SmppLink; cancelEnquiry: CancelTimer }
  | { readonly name: "waiting"; readonly cancel: CancelTimer }
  | { readonly name: "closed" };

interface Waiter {
  readonly resolve: (link: SmppLink) => void;
  readonly reject: (error: Error) => void;
  readonly cancelTimer: CancelTimer;
}

const CONNECT_MS = 10_000;
const ANSWER_MS = 10_000;
const ENQUIRE_EVERY_MS = 30_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 30_000;
const UNBIND_MS = 1_000;
const VERSION_3_4 = 0x34;

/** Bound to the carrier as transceiver, and again whenever the connection is lost, forever. */
export class SmppConnection {
  readonly #deps: SmppConnectionDeps;
  readonly #waiters = new Set<Waiter>();
  #state: ConnectionState = { name: "idle" };
  #failures = 0;

  constructor(deps: SmppConnectionDeps) {
    this.#deps = deps;
  }

  start(): void {
    if (this.#state.name === "idle") void this.#connect();
  }

  /** The bound link; waits for it a while, because most outages are short. */
  link(patienceMs: number): Promise<SmppLink> {
    if (this.#state.name === "bound") return Promise.resolve(this.#state.link);
    if (this.#state.name === "closed") return Promise.reject(new SmppLinkDown("The carrier is closed"));
    return new Promise((resolve, reject) => {
      const cancelTimer = this.#deps.clock.schedule(patienceMs, () => {
        this.#waiters.delete(waiter);
        reject(new SmppLinkDown("There is no connection to the carrier"));
      });
      const waiter: Waiter = { resolve, reject, cancelTimer };
      this.#waiters.add(waiter);
    });
  }

  async close(): Promise<void> {
    const state = this.#state;
    this.#state = { name: "closed" };
    for (const { reject, cancelTimer } of this.#waiters) {
      cancelTimer();
      reject(new SmppLinkDown("The carrier is closed"));
    }
    this.#waiters.clear();
    if (state.name === "waiting") state.cancel();
    if (state.name !== "bound") return;
    state.cancelEnquiry();
    await state.link.request("unbind", {}, UNBIND_MS).catch(() => {});
    state.link.destroy();
  }

  async #connect(): Promise<void> {
    this.#state = { name: "connecting" };
    try {
      const link = await this.#bind();
      if (this.#isClosed) return link.destroy();
      if (!link.isOpen) throw new SmppLinkDown("The connection was lost");
      this.#bound(link);
    } catch (error) {
      if (!this.#isClosed) this.#retry(error);
    }
  }

  /** A method, because the compiler does not see that the state changes while something is awaited. */
  get #isClosed(): boolean {
    return this.#state.name === "closed";
  }

  async #bind(): Promise<SmppLink> {
    const { config, clock, onRequest } = this.#deps;
    const link: SmppLink = await connectSmpp(config.url, {
      clock,
      timeoutMs: CONNECT_MS,
      onRequest: (pdu) => onRequest(pdu, link),
      onClose: (cause) => this.#lost(link, cause),
    });
    const identity = {
      system_id: config.systemId,
      password: config.password,
      system_type: config.systemType,
      interface_version: VERSION_3_4,
    };
    try {
      const { command_status } = await link.request("bind_transceiver", identity, ANSWER_MS);
      if (command_status !== 0)
        throw new SmppLinkDown(`The carrier refuses us: ${statusName(command_status)}`);
    } catch (error) {
      link.destroy();
      throw error;
    }
    return link;
  }

  #bound(link: SmppLink): void {
    this.#failures = 0;
    this.#state = { name: "bound", link, cancelEnquiry: this.#enquireLater(link) };
    this.#deps.log.info({ carrier: this.#deps.config.url }, "Texts go to the carrier over SMPP");
    for (const { resolve, cancelTimer } of this.#waiters) {
      cancelTimer();
      resolve(link);
    }
    this.#waiters.clear();
  }

  /** A connection that a router has forgotten looks alive until somebody asks. */
  #enquireLater(link: SmppLink): CancelTimer {
    return this.#deps.clock.schedule(ENQUIRE_EVERY_MS, () => {
      link.request("enquire_link", {}, ANSWER_MS).then(
        () => {
          if (this.#state.name === "bound" && this.#state.link === link)
            this.#state.cancelEnquiry = this.#enquireLater(link);
        },
        () => link.destroy(),
      );
    });
  }

  #lost(link: SmppLink, cause: Error | undefined): void {
    if (this.#state.name !== "bound" || this.#state.link !== link) return;
    this.#state.cancelEnquiry();
    this.#retry(cause);
  }

  #retry(cause: unknown): void {
    const { clock, config, log } = this.#deps;
    const delayMs = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures += 1;
    log.warn({ err: cause, carrier: config.url, delayMs }, "There is no connection to the carrier of texts");
    this.#state = { name: "waiting", cancel: clock.schedule(delayMs, () => void this.#connect()) };
  }
}
