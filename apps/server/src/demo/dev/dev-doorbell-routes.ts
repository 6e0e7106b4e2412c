import type { OutsideCall } from "@offhook/simulator";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";

export interface DevDoorbell {
  readonly calls: readonly OutsideCall[];
  /** False where no device can be connected. */
  ring(to: string): Promise<boolean>;
}

export const DEV_DOORBELL_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/dev/doorbell", access: "demo", why: "somebody presses the button at the front door" },
  { url: "/dev/doorbell.json", access: "demo", why: "what goes on at the door" },
];

const DoorbellQuery = z.object({ to: z.string().regex(/^\d{2,6}$/) });

export function registerDevDoorbellRoutes(
  app: FastifyInstance,
  doorbell: DevDoorbell,
  isForeign: (request: FastifyRequest) => boolean,
): void {
  app.post("/dev/doorbell", async (request, reply) => {
    const query = DoorbellQuery.safeParse(request.query);
    if (isForeign(request)) return reply.code(403).send();
    if (!query.success) return reply.code(400).send();
    if (!(await doorbell.ring(query.data.to))) return reply.code(503).send();
    return reply.type("application/json").send(JSON.stringify({ error: null, result: {} }));
  });
  app.get("/dev/doorbell.json", (_request, reply) => {
    const calls = doorbell.calls.map(({ to, state, digits, refusal }) => ({ to, state, digits, refusal }));
    return reply.type("application/json").send(JSON.stringify({ calls }));
  });
}
