import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** A client that has not asked anything for so long is not about to. */
const BUSY_MS = 5_000;
/** Busy clients ask again well within this. */
const DRAIN_MS = 1_000;
const LOOK_EVERY_MS = 20;

/**
 * Lets clients leave before the server closes their connections. A connection that is kept for the next request cannot
 * be closed safely: that request may be on its way, and would be lost. While the server drains, every answer says that
 * the connection ends with it, and clients who ask often are waited for until each has had such an answer.
 *
 * New connections are refused from the start: the last thing to close must not be the door, because whoever stands in
 * it then, connected and not yet let in, is thrown out with their request.
 */
export class Draining {
  readonly #server: Server;
  readonly #lastRequest = new Map<Socket, number>();
  #isDraining = false;

  constructor(server: Server) {
    this.#server = server;
    // First of all listeners: the header has to be there before a handler writes its own.
    server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      if (!this.#lastRequest.has(socket)) socket.once("close", () => this.#lastRequest.delete(socket));
      this.#lastRequest.set(socket, performance.now());
      if (this.#isDraining) response.setHeader("connection", "close");
    });
    server.prependListener("upgrade", ({ socket }: IncomingMessage) => {
      this.#lastRequest.delete(socket);
    });
  }

  /** Resolves when nobody is left who asks often, or after a second. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    // The HTTP server's own `close` would also cut the connections that are kept.
    NetServer.prototype.close.call(this.#server);
    const endsAt = performance.now() + DRAIN_MS;
    while (performance.now() < endsAt && this.#isBusy())
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }

  #isBusy(): boolean {
    const now = performance.now();
    for (const lastRequest of this.#lastRequest.values()) if (now - lastRequest < BUSY_MS) return true;
    return false;
  }
}
