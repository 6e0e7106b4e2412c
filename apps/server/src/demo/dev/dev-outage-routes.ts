import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";

export const DEV_OUTAGE_ROUTES: readonly InfrastructureRoute[] = [
  {
    url: "/dev/outage",
    access: "demo",
    why: "cuts every connection for some seconds, as a lost network does",
  },
];

/** The answer has to get out before the cut. */
const GRACE_MS = 150;
const OutageQuery = z.object({ seconds: z.coerce.number().int().min(1).max(60).default(10) });

/** Destroys all connections, and new ones until the time is over: what clients see is a network that is gone. */
export function registerDevOutageRoutes(
  app: FastifyInstance,
  isForeign: (request: FastifyRequest) => boolean,
): void {
  const sockets = new Set<Socket>();
  let isCut = false;
  app.server.on("connection", (socket: Socket) => {
    if (isCut) return socket.destroy();
    sockets.add(socket);
    return socket.once("close", () => sockets.delete(socket));
  });
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  app.addHook("onClose", async () => {
    for (const timer of timers) clearTimeout(timer);
  });
  app.post("/dev/outage", (request, reply): FastifyReply => {
    const query = OutageQuery.safeParse(request.query);
    if (isForeign(request)) return reply.code(403).send();
    if (!query.success) return reply.code(400).send();
    later(GRACE_MS, () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      later(query.data.seconds * 1000, () => {
        isCut = false;
      });
    });
    return reply.type("application/json").send(JSON.stringify({ error: null, result: {} }));
  });
}
