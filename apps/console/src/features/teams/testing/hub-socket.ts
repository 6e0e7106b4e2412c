import type { ChatHub } from "@offhook/chat";
import type { ChatSocket, ChatSocketListener } from "../link/chat-link.ts";

/** Sockets of one client to a hub in the same process, which a test can cut. */
export class HubLine {
  readonly #hub: ChatHub;
  #live: { readonly cut: () => void; readonly hear: (text: string) => void } | undefined;
  /** Answers get lost from now on, though what is asked still arrives. */
  isDeaf = false;
  isDown = false;
  /** What makes the line slow, once it is said. */
  #slowAt: RegExp | undefined;
  /** Answers that are under way while the line is slow. */
  #held: (() => void)[] | undefined;
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
        if (!isOpen || this.isDeaf) return;
        if (this.#held) this.#held.push(() => listener.received(text));
        else listener.received(text);
      },
      close: end,
    });
    queueMicrotask(() => (this.isDown ? end() : listener.opened()));
    this.#live = { cut: end, hear: (text) => listener.received(text) };
    return {
      send: (text) => {
        if (!isOpen) return;
        this.said.push(text);
        if (this.#slowAt?.test(text)) this.#held ??= [];
        this.#hub.receive(session, text);
      },
      close: end,
    };
  };

  /** Something this service would never say; another one might. */
  hear(frame: unknown): void {
    this.#live?.hear(JSON.stringify(frame));
  }

  /** Answers take their time once this was said, until what is returned lets them come. */
  slowDownAt(said: RegExp): () => void {
    this.#slowAt = said;
    return () => {
      this.#slowAt = undefined;
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const arrive of held) arrive();
    };
  }

  /** The network goes away under the connection. */
  cut(): void {
    this.isDeaf = false;
    this.#live?.cut();
  }
}
