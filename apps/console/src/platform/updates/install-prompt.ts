import { createStore, type StoreApi } from "zustand/vanilla";

/** `offered`: the browser would install the console if asked. */
export type InstallState = "unavailable" | "offered" | "installed";

/** Chromium's, not yet in the library of types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

const isInstallEvent = (event: Event): event is InstallEvent => "prompt" in event;

/** Installing the console as an app. The browser offers it once, early, and to whoever listens then. */
export class InstallPrompt {
  readonly state: StoreApi<InstallState>;
  #offer: InstallEvent | undefined;

  constructor(isInstalled: boolean) {
    this.state = createStore<InstallState>()(() => (isInstalled ? "installed" : "unavailable"));
  }

  follow(page: Pick<EventTarget, "addEventListener">): void {
    page.addEventListener("beforeinstallprompt", (event) => {
      if (!isInstallEvent(event)) return;
      // Kept for the user's own click: the browser's banner would come at a moment that suits nobody.
      event.preventDefault();
      this.#offer = event;
      this.state.setState("offered", true);
    });
    page.addEventListener("appinstalled", () => this.state.setState("installed", true));
  }

  /** Shows the browser's own question; an offer can be used once. */
  async install(): Promise<void> {
    const offer = this.#offer;
    if (!offer) return;
    this.#offer = undefined;
    const { outcome } = await offer.prompt();
    this.state.setState(outcome === "accepted" ? "installed" : "unavailable", true);
  }
}
