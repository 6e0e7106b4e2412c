import { ACD_FEED_PATH, type AcdClientFrame, type AcdServerFrame, type LiveCall } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PushSocket, PushSocketListener } from "../../../platform/push/push-client.ts";

export interface CompanyCallsOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly openSocket: (path: string, listener: PushSocketListener) => PushSocket;
  /** Undefined when nobody is signed in any more. */
  readonly token: () => string | undefined;
  /** Asks the service something, which renews a token that has grown old. */
  readonly renew: () => Promise<unknown>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A feed that says nothing for so long is asked whether it is still there. */
const ASK_EVERY_MS = 20_000;
const ANSWER_WITHIN_MS = 10_000;

/** The calls of the queue feed. It connects again by itself, and shows no old calls meanwhile. */
export class CompanyCalls {
  readonly state: StoreApi<readonly LiveCall[]> = createStore(() => [] as readonly LiveCall[]);
  readonly #options: CompanyCallsOptions;
  #socket: PushSocket | undefined;
  #cancel: CancelTimer = () => {};
  #failures = 0;

  constructor(options: CompanyCallsOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#socket) return;
    const token = this.#options.token();
    if (token === undefined) return;
    const socket: PushSocket = this.#options.openSocket(ACD_FEED_PATH, {
      opened: () => this.#send({ action: "login", token }),
      received: (text) => {
        if (this.#socket === socket) this.#receive(JSON.parse(text) as AcdServerFrame);
      },
      closed: () => {
        if (this.#socket === socket) this.#lost();
      },
    });
    this.#socket = socket;
    this.#expectWithin(ANSWER_WITHIN_MS);
  }

  stop(): void {
    this.#cancel();
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.close();
    this.state.setState([], true);
  }

  #receive(frame: AcdServerFrame): void {
    if (frame.type === "login") this.#send({ action: "subscribe", to: ["calls"] });
    if (frame.type === "calls") {
      this.#failures = 0;
      this.state.setState(frame.data.calls, true);
    }
    this.#cancel();
    this.#cancel = this.#options.clock.schedule(ASK_EVERY_MS, () => {
      this.#send({ action: "ping" });
      this.#expectWithin(ANSWER_WITHIN_MS);
    });
  }

  #expectWithin(ms: number): void {
    this.#cancel();
    this.#cancel = this.#options.clock.schedule(ms, () => {
      const socket = this.#socket;
      this.#lost();
      socket?.close();
    });
  }

  #lost(): void {
    const { clock, random, renew } = this.#options;
    this.stop();
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures) * (0.5 + random() / 2);
    this.#failures += 1;
    this.#cancel = clock.schedule(waitMs, () => {
      const again = (): void => this.start();
      // Without an answer it is tried all the same: the feed may be there before the rest.
      renew().then(again, again);
    });
  }

  #send(frame: AcdClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }
}
