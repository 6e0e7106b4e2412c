import type { ChatHub } from "@offhook/chat";
import type { ChatSocket, ChatSocketListener } from "../link/chat-link.ts";

/** Sockets of one client to a hub in the same process, which a test can cut. */
export class HubLine {
  readonly #hub: ChatHub;
  #live: { readonly cut: () => void; readonly hear: (text: string) => void } | undefined;
  /** Answers get lost from now on, though what is asked still arrives. */
  isDeaf = false;
  isDown = false;
  /** What the client has said. */
  readonly said: string[] = [];
  #opened = 0;

  constructor(hub: ChatHub) {
    this.#hub = hub;
  }

  readonly open = (listener: ChatSocketListener): ChatSocket => {
    this.#opened += 1;
    let isOpen = true;
    const end = (): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#hub.close(session);
      listener.closed();
    };
    const session = this.#hub.open(`${this.#opened}-${crypto.randomUUID()}`, {
      send: (text) => {
        if (isOpen && !this.isDeaf) listener.received(text);
      },
      close: end,
    });
    queueMicrotask(() => (this.isDown ? end() : listener.opened()));
    this.#live = { cut: end, hear: (text) => listener.received(text) };
    return {
      send: (text) => {
        if (!isOpen) return;
        this.said.push(text);
        this.#hub.receive(session, text);
      },
      close: end,
    };
  };

  /** Something this service would never say; another one might. */
  hear(frame: unknown): void {
    this.#live?.hear(JSON.stringify(frame));
  }

  /** The network goes away under the connection. */
  cut(): void {
    this.isDeaf = false;
    this.#live?.cut();
  }
}
