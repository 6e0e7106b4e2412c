import { SmsWebhookEvent } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import type { BaseLogger } from "pino";
import type { InfrastructureRoute } from "../../../http/routes/route-guard.ts";
import { registerSignedWebhook } from "../../../http/webhooks/signed-webhook.ts";
import type { HttpTextCarrier } from "./http-text-carrier.ts";

const PATH = "/api/sms/webhook";

export const TEXT_WEBHOOK_ROUTES: readonly InfrastructureRoute[] = [
  { url: PATH, access: "guarded", why: "hears the provider of texts, whose signature it checks" },
];

export function registerTextWebhooks(
  app: FastifyInstance,
  listener: HttpTextCarrier | undefined,
  log: Pick<BaseLogger, "warn" | "error">,
): void {
  registerSignedWebhook(app, { path: PATH, event: SmsWebhookEvent, listener, about: "texts" }, log);
}
