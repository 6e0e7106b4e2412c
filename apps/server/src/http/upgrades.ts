import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";

/** A websocket address of the server. The endpoint itself checks access, as `why` says. */
export interface UpgradeEndpoint {
  readonly path: string;
  readonly why: string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Hands each websocket request to the endpoint at its address. */
export function acceptUpgrades(
  app: FastifyInstance,
  endpoints: readonly UpgradeEndpoint[],
  isKnownHost: (host: string | undefined) => boolean = () => true,
): void {
  const byPath = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));
  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const endpoint = byPath.get(path);
    try {
      if (!isKnownHost(request.headers.host)) refuseUpgrade(socket, 421, "Misdirected Request");
      else if (endpoint) endpoint.upgrade(request, socket, head);
      else refuseUpgrade(socket, 404, "Not Found");
    } catch (error) {
      // The server calls this without anybody above: one bad request must not end it.
      app.log.error({ err: error, path }, "A websocket could not be opened");
      socket.destroy();
    }
  });
}

/** The same endpoint; what comes before it is ready waits. */
export function openedWhen(ready: () => Promise<unknown>, endpoint: UpgradeEndpoint): UpgradeEndpoint {
  return {
    ...endpoint,
    upgrade(request, socket, head) {
      // The client may be gone by then, and nobody else listens for errors of this socket yet.
      const giveUp = (): void => void socket.destroy();
      socket.on("error", giveUp);
      ready()
        .then(() => {
          endpoint.upgrade(request, socket, head);
          socket.off("error", giveUp);
        })
        .catch(giveUp);
    },
  };
}

/** `json`: what the client is told besides the status, where its protocol has words for it. */
export function refuseUpgrade(socket: Duplex, status: number, reason: string, json = ""): void {
  // The client may be gone already, and nobody else listens for errors of this socket.
  socket.on("error", () => socket.destroy());
  const type = json === "" ? "" : "Content-Type: application/json; charset=utf-8\r\n";
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
  );
}
