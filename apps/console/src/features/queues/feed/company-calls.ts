import type { AcdServerFrame, LiveCall } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { FeedLogin } from "./feed-orders.ts";
import type { Feed, FeedListener } from "./open-feed.ts";

export interface CompanyCallsOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly openFeed: (login: FeedLogin, listener: FeedListener) => Feed;
  /** Undefined when nobody is signed in any more. */
  readonly login: () => FeedLogin | undefined;
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
  #feed: Feed | undefined;
  #cancel: CancelTimer = () => {};
  #failures = 0;
  #isOn = false;

  constructor(options: CompanyCallsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isOn = true;
    this.#connect();
  }

  stop(): void {
    this.#isOn = false;
    this.#disconnect();
  }

  #connect(): void {
    if (this.#feed || !this.#isOn) return;
    const login = this.#options.login();
    if (!login) return;
    const feed: Feed = this.#options.openFeed(login, {
      received: (frame) => {
        if (this.#feed === feed) this.#receive(frame);
      },
      closed: () => {
        if (this.#feed === feed) this.#lost();
      },
    });
    this.#feed = feed;
    this.#expectWithin(ANSWER_WITHIN_MS);
  }

  #disconnect(): void {
    this.#cancel();
    this.#feed?.close();
    this.#feed = undefined;
    this.state.setState([], true);
  }

  #receive(frame: AcdServerFrame): void {
    if (frame.type === "login") this.#feed?.send({ action: "subscribe", to: ["calls"] });
    if (frame.type === "calls") {
      this.#failures = 0;
      this.state.setState(frame.data.calls, true);
    }
    this.#cancel();
    this.#cancel = this.#options.clock.schedule(ASK_EVERY_MS, () => {
      this.#feed?.send({ action: "ping" });
      this.#expectWithin(ANSWER_WITHIN_MS);
    });
  }

  #expectWithin(ms: number): void {
    this.#cancel();
    this.#cancel = this.#options.clock.schedule(ms, () => this.#lost());
  }

  #lost(): void {
    const { clock, random, renew } = this.#options;
    this.#disconnect();
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures) * (0.5 + random() / 2);
    this.#failures += 1;
    this.#cancel = clock.schedule(waitMs, () => {
      const again = (): void => this.#connect();
      // Without an answer it is tried all the same: the feed may be there before the rest.
      renew().then(again, again);
    });
  }
}
