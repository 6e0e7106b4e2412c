import type { WallboardScreen } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "../../../../platform/api/api-client.ts";
import { ApiFailure } from "../../../../platform/api/api-failure.ts";

export type TvState =
  | { readonly name: "loading" }
  /** `readAt` is the screen's own clock, in milliseconds. */
  | { readonly name: "shown"; readonly screen: WallboardScreen; readonly readAt: number }
  /** What is known has grown too old to be believed. */
  | { readonly name: "outage" }
  | { readonly name: "revoked" };

export interface TvScreenOptions {
  readonly client: Pick<Client, "getWallboardScreen">;
  readonly clock: Clock;
  readonly token: string;
  /** Loads the page anew: the server has another build of it. */
  readonly reload: () => void;
}

const ASK_EVERY_MS = 2_000;
const AFTER_FAILURE_MS = 5_000;
/** Somebody may have revoked the link by mistake and, being asked, restored a backup. */
const AFTER_REVOCATION_MS = 60_000;
const BELIEVED_FOR_MS = 20_000;
const NOT_FOUND = 404;
const INVALID = 400;

/** A wallboard without a user. It asks again and again, for days, whatever happens to the network and the server. */
export class TvScreen {
  readonly state: StoreApi<TvState> = createStore((): TvState => ({ name: "loading" }));
  readonly #options: TvScreenOptions;
  /** Of the first answer; beside the state, which an outage empties, and a new build often begins with one. */
  #build: string | undefined;
  #cancel: CancelTimer = () => {};
  #isOn = false;

  constructor(options: TvScreenOptions) {
    this.#options = options;
  }

  start(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    void this.#ask();
  }

  stop(): void {
    this.#isOn = false;
    this.#cancel();
  }

  async #ask(): Promise<void> {
    const { client, clock, token } = this.#options;
    let waitMs = ASK_EVERY_MS;
    try {
      const screen = await client.getWallboardScreen({ body: { token } });
      if (this.#isOn) this.#show(screen);
    } catch (failure) {
      waitMs = this.#fail(failure);
    }
    if (this.#isOn) this.#cancel = clock.schedule(waitMs, () => void this.#ask());
  }

  #show(screen: WallboardScreen): void {
    const before = this.#build;
    this.#build = screen.build;
    this.state.setState({ name: "shown", screen, readAt: this.#options.clock.now() }, true);
    if (before !== undefined && before !== screen.build) this.#options.reload();
  }

  #fail(failure: unknown): number {
    if (!this.#isOn) return AFTER_FAILURE_MS;
    const status = failure instanceof ApiFailure ? failure.status : undefined;
    if (status === NOT_FOUND || status === INVALID) {
      this.state.setState({ name: "revoked" }, true);
      return AFTER_REVOCATION_MS;
    }
    const state = this.state.getState();
    const isOld = state.name !== "shown" || this.#options.clock.now() - state.readAt > BELIEVED_FOR_MS;
    if (isOld) this.state.setState({ name: "outage" }, true);
    return AFTER_FAILURE_MS;
  }
}
