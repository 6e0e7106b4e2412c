import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { InfrastructureRoute } from "../../http/routes/route-guard.ts";
import type { DemoTexting } from "../demo-simulator.ts";

export const DEV_TEXT_ROUTES: readonly InfrastructureRoute[] = [
  { url: "/dev/texts", access: "demo", why: "lets somebody outside text a line of the demo" },
  { url: "/dev/texts.json", access: "demo", why: "texts that people outside have got" },
  { url: "/dev/texts/cut", access: "demo", why: "cuts the connection to the carrier of texts" },
];

const Digits = z.string().regex(/^\d{3,15}$/);
const OutsideTextQuery = z.object({
  from: Digits,
  to: Digits,
  text: z.string().max(5_000).default(""),
  photo: z.enum(["0", "1"]).default("0"),
});
const CutQuery = z.object({ seconds: z.coerce.number().int().min(1).max(60).default(10) });
/** While the carrier is cut off nobody acknowledges; the text waits there and comes later. */
const PATIENCE_MS = 5_000;

export function registerDevTextRoutes(
  app: FastifyInstance,
  { smpp, http }: DemoTexting,
  isForeign: (request: FastifyRequest) => boolean,
): void {
  http.deliverTo(() => webhookAddress(app, "/api/sms/webhook"));
  app.post("/dev/texts", async (request, reply) => {
    const query = OutsideTextQuery.safeParse(request.query);
    if (isForeign(request)) return reply.code(403).send();
    if (!query.success) return reply.code(400).send();
    const { photo, ...text } = query.data;
    const isThere = photo === "1" ? http.sendPhoto(text) : smpp.text(text);
    const isDelivered = await Promise.race([isThere.then(() => true), patience()]);
    return sendJson(reply, { isDelivered });
  });
  app.get("/dev/texts.json", (request: FastifyRequest<{ Querystring: { to?: string } }>, reply) => {
    const { to } = request.query;
    const plain = smpp.texts().map(({ ids: _, ...text }) => ({ ...text, media: [] }));
    const withPictures = http.texts().map(({ id: _, ...text }) => text);
    const texts = [...plain, ...withPictures]
      .filter((text) => to === undefined || text.to === to)
      .sort((one, other) => other.receivedAt - one.receivedAt);
    return sendJson(reply, { isConnected: smpp.isConnected, texts });
  });
  app.post("/dev/texts/cut", (request, reply): FastifyReply => {
    const query = CutQuery.safeParse(request.query);
    if (isForeign(request)) return reply.code(403).send();
    if (!query.success) return reply.code(400).send();
    smpp.cut(query.data.seconds * 1000);
    return sendJson(reply, {});
  });
}

/** Where the demo's own server hears the provider; undefined until it listens. */
export function webhookAddress(app: FastifyInstance, path: string): string | undefined {
  const address = app.server.address() as AddressInfo | null;
  if (!address) return undefined;
  const isAnywhere = address.address === "0.0.0.0" || address.address === "::";
  const host = isAnywhere
    ? "127.0.0.1"
    : address.family === "IPv6"
      ? `[${address.address}]`
      : address.address;
  return `http://${host}:${address.port}${path}`;
}

const patience = (): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MS).unref();
  });

function sendJson(reply: FastifyReply, result: object): FastifyReply {
  return reply
    .headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" })
    .send(JSON.stringify({ error: null, result }));
}
