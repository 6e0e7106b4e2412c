import { FaxWebhookEvent } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import type { BaseLogger } from "pino";
import type { InfrastructureRoute } from "../../../http/routes/route-guard.ts";
import { registerSignedWebhook } from "../../../http/webhooks/signed-webhook.ts";
import type { ProviderWay } from "./provider-way.ts";

const PATH = "/api/fax/webhook";

export const FAX_WEBHOOK_ROUTES: readonly InfrastructureRoute[] = [
  { url: PATH, access: "guarded", why: "hears the provider of faxes, whose signature it checks" },
];

export function registerFaxWebhooks(
  app: FastifyInstance,
  listener: ProviderWay | undefined,
  log: Pick<BaseLogger, "warn" | "error">,
): void {
  registerSignedWebhook(app, { path: PATH, event: FaxWebhookEvent, listener, about: "faxes" }, log);
}
