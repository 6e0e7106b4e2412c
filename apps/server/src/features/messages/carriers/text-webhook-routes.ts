import { SmsWebhookEvent } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import type { BaseLogger } from "pino";
import type { InfrastructureRoute } from "../../../http/routes/route-guard.ts";
import type { HttpTextCarrier } from "./http-text-carrier.ts";

const PATH = "/api/sms/webhook";
const MAX_BYTES = 256 * 1024;

export const TEXT_WEBHOOK_ROUTES: readonly InfrastructureRoute[] = [
  { url: PATH, access: "guarded", why: "hears the provider of texts, whose signature it checks" },
];

type WebhookLog = Pick<BaseLogger, "warn" | "error">;

/** The provider repeats what is not answered with 200, so that is said only when it would survive a crash. */
export function registerTextWebhooks(
  app: FastifyInstance,
  carrier: HttpTextCarrier | undefined,
  log: WebhookLog,
): void {
  void app.register(async (scope) => {
    // As bytes: what is signed is the body as it was sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(PATH, async (request, reply) => {
      const body = typeof request.body === "string" ? request.body : "";
      const header = request.headers["x-signature"];
      const signature = Array.isArray(header) ? header[0] : header;
      const status = carrier ? await hear(carrier, log, body, signature) : 404;
      return reply.code(status).header("cache-control", "no-store").send();
    });
  });
}

async function hear(
  carrier: HttpTextCarrier,
  log: WebhookLog,
  body: string,
  signature: string | undefined,
): Promise<200 | 400 | 401 | 503> {
  if (!carrier.hasSigned(body, signature)) return 401;
  const event = readEvent(body);
  if (!event) {
    log.warn("The provider of texts sent something that cannot be read");
    return 400;
  }
  try {
    await carrier.hear(event);
    return 200;
  } catch (error) {
    log.error({ err: error }, "Something the provider of texts said could not be kept; it will come again");
    return 503;
  }
}

function readEvent(body: string): SmsWebhookEvent | undefined {
  try {
    return SmsWebhookEvent.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
