import type { CancelTimer, Clock } from "@offhook/kernel";

/** `recovering`: the service answers again and the recovery steps are running. */
export type NetworkState = "up" | "down" | "recovering";
export type RecoveryStep = () => void | Promise<void>;

export interface NetworkStatusOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** Asks the service for its health; false or a rejection when nobody answers. */
  readonly check: () => Promise<boolean>;
  readonly onStepFailed: (failure: unknown) => void;
}

const RETRY_MS = 2_000;
const ROUTINE_MIN_MS = 14_000;
const ROUTINE_SPREAD_MS = 2_000;

/** Knows whether the service can be reached, asks every two seconds while it cannot, and sets things right after. */
export class NetworkStatus {
  readonly #options: NetworkStatusOptions;
  readonly #listeners = new Set<() => void>();
  readonly #steps = new Set<RecoveryStep>();
  #state: NetworkState = "up";
  #cancelTimer: CancelTimer | undefined;
  #checking = false;
  #doubtedWhileRecovering = false;
  /** How often the browser said that it has no network: an answer from before the last time is no news. */
  #losses = 0;

  constructor(options: NetworkStatusOptions) {
    this.#options = options;
  }

  get state(): NetworkState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Runs when the service is back, in the order of registration. */
  onRecovery(step: RecoveryStep): () => void {
    this.#steps.add(step);
    return () => this.#steps.delete(step);
  }

  /** Looks now and then, so that an idle page notices an outage too. */
  start(): () => void {
    this.#scheduleNext();
    return () => this.#cancelTimer?.();
  }

  /** The browser lost its network, or a socket closed, or a request got no answer: find out. */
  suspect(): void {
    if (this.#state === "up") void this.#checkNow();
    else if (this.#state === "recovering") this.#doubtedWhileRecovering = true;
  }

  /** The browser says it has no network: no need to ask. */
  reportOffline(): void {
    this.#losses += 1;
    if (this.#state === "up") this.#become("down");
    else if (this.#state === "recovering") this.#doubtedWhileRecovering = true;
    this.#scheduleNext();
  }

  /** The browser is back on a network, or the tab in front: do not wait for the timer. */
  wake(): void {
    if (this.#state !== "recovering") void this.#checkNow();
  }

  async #checkNow(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    this.#cancelTimer?.();
    const lossesBefore = this.#losses;
    const isReachable = await this.#options.check().catch(() => false);
    this.#checking = false;
    if (!isReachable || this.#losses > lossesBefore) this.#become("down");
    else if (this.#state === "down") await this.#recover();
    if (this.#state === "up" && this.#doubtedWhileRecovering) await this.#checkAgain();
    else this.#scheduleNext();
  }

  /** It went away again in the middle of the recovery steps, so they are not done. */
  async #checkAgain(): Promise<void> {
    this.#doubtedWhileRecovering = false;
    await this.#checkNow();
  }

  async #recover(): Promise<void> {
    this.#become("recovering");
    this.#doubtedWhileRecovering = false;
    for (const step of this.#steps) {
      try {
        await step();
      } catch (failure) {
        this.#options.onStepFailed(failure);
      }
    }
    this.#become("up");
  }

  #become(state: NetworkState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #scheduleNext(): void {
    const { clock, random } = this.#options;
    const delayMs = this.#state === "down" ? RETRY_MS : ROUTINE_MIN_MS + random() * ROUTINE_SPREAD_MS;
    this.#cancelTimer?.();
    this.#cancelTimer = clock.schedule(delayMs, () => void this.#checkNow());
  }
}

/** Lets the browser's own signs of a lost or regained network speak. */
export function followBrowserNetwork(network: NetworkStatus): () => void {
  const offline = (): void => network.reportOffline();
  const online = (): void => network.wake();
  const shown = (): void => {
    if (document.visibilityState === "visible") network.wake();
  };
  window.addEventListener("offline", offline);
  window.addEventListener("online", online);
  document.addEventListener("visibilitychange", shown);
  return () => {
    window.removeEventListener("offline", offline);
    window.removeEventListener("online", online);
    document.removeEventListener("visibilitychange", shown);
  };
}
