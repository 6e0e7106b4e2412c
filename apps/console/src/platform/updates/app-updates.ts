import type { CancelTimer, Clock } from "@offhook/kernel";
import { createStore, type StoreApi } from "zustand/vanilla";

/** `ready`: another version is loaded and waits for this page to let go of the old one. */
export type UpdateStage = "current" | "ready" | "restarting";

/** `navigator.serviceWorker`, as far as it is used here. */
export type WorkerContainer = Pick<ServiceWorkerContainer, "register" | "addEventListener"> & {
  readonly controller: ServiceWorker | null;
};

export interface AppUpdatesOptions {
  /** Undefined where there is no service worker: while developing, in tests, on an insecure page. */
  readonly container: WorkerContainer | undefined;
  readonly clock: Clock;
  readonly reload: () => void;
}

const SCRIPT = "/service-worker.js";
/** A console stays open for days; the browser by itself only looks when a page is opened. */
const LOOK_EVERY_MS = 60 * 60 * 1000;
const REMIND_AFTER_MS = 4 * LOOK_EVERY_MS;

/** New versions of the console. None is started behind the user's back: an open page would miss its own parts. */
export class AppUpdates {
  readonly state: StoreApi<UpdateStage>;
  readonly #options: AppUpdatesOptions;
  #registration: ServiceWorkerRegistration | undefined;
  #isControlled = false;
  #cancelReminder: CancelTimer = () => {};

  constructor(options: AppUpdatesOptions) {
    this.#options = options;
    this.state = createStore<UpdateStage>()(() => "current");
  }

  async start(): Promise<void> {
    const { container } = this.#options;
    if (!container) return;
    this.#isControlled = container.controller !== null;
    container.addEventListener("controllerchange", () => this.#controllerChanged());
    await this.#look(container);
  }

  restart(): void {
    this.#cancelReminder();
    this.state.setState("restarting", true);
    const waiting = this.#registration?.waiting;
    // Without one the new version already runs, started from another tab: this page only has to follow.
    if (waiting) waiting.postMessage("activateNow");
    else this.#options.reload();
  }

  later(): void {
    this.#cancelReminder();
    this.state.setState("current", true);
    this.#cancelReminder = this.#options.clock.schedule(REMIND_AFTER_MS, () => this.#isReady());
  }

  #watch(worker: ServiceWorker | null): void {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") this.#isReady();
    });
  }

  #isReady(): void {
    // The very first worker updates nothing.
    if (this.#isControlled && this.state.getState() === "current") this.state.setState("ready", true);
  }

  #controllerChanged(): void {
    if (this.state.getState() === "restarting") this.#options.reload();
    else this.#isReady();
    this.#isControlled = true;
  }

  async #look(container: WorkerContainer): Promise<void> {
    this.#options.clock.schedule(LOOK_EVERY_MS, () => void this.#look(container));
    try {
      if (this.#registration) await this.#registration.update();
      else this.#adopt(await container.register(SCRIPT, { updateViaCache: "none" }));
    } catch {
      // Out of reach, or forbidden by the browser: the console works without, and there will be another hour.
    }
  }

  #adopt(registration: ServiceWorkerRegistration): void {
    this.#registration = registration;
    if (registration.waiting) this.#isReady();
    this.#watch(registration.installing);
    registration.addEventListener("updatefound", () => this.#watch(registration.installing));
  }
}
