import { fileURLToPath } from "node:url";
import type { OutsideFax, SipCarrier } from "@offhook/simulator";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import { DEMO_FAX_PAGES } from "../seeders/faxes/faxes-seeder.ts";

export const DEV_FAX_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/dev/faxes", access: "demo", why: "lets a fax machine outside call a number of the demo" },
  { url: "/dev/faxes.json", access: "demo", why: "what goes on with fax machines outside" },
];

const Digits = z.string().regex(/^\d{3,15}$/);
/** With `broken` the machine hangs up after the first page; the chart has twelve. */
const OutsideFaxQuery = z.object({
  from: Digits,
  to: Digits,
  name: z.string().max(60).default(""),
  document: z.enum(["referral", "order", "invoice", "chart"]).default("referral"),
  broken: z.enum(["0", "1"]).default("0"),
});

export function registerDevFaxRoutes(
  app: FastifyInstance,
  carrier: SipCarrier,
  isForeign: (request: FastifyRequest) => boolean,
): void {
  app.post("/dev/faxes", async (request, reply) => {
    if (isForeign(request)) return reply.code(403).send();
    const query = OutsideFaxQuery.safeParse(request.query);
    if (!query.success) return reply.code(400).send();
    if (!carrier.isConnected || !carrier.canFax) return reply.code(503).send();
    const { from, to, name, document, broken } = query.data;
    const file = fileURLToPath(new URL(`${document}.tif`, DEMO_FAX_PAGES));
    const manner = { t38: "takes", ...(broken === "1" && { breaksOffAfter: 1 }) } as const;
    await carrier.fax({ from, to, name, file, manner });
    return reply.type("application/json").send(JSON.stringify({ error: null, result: {} }));
  });
  app.get("/dev/faxes.json", (_request, reply) =>
    reply.type("application/json").send(JSON.stringify({ faxes: carrier.faxes.map(describe) })),
  );
}

const describe = ({ from, to, state, pages, way, end, refusal }: OutsideFax) => ({
  from,
  to,
  state,
  pages,
  way,
  outcome: end?.outcome,
  refusal,
});
