import type { FastifyInstance } from "fastify";
import type { BaseLogger } from "pino";
import type { z } from "zod";

/** Whoever hears what a provider posts. */
interface WebhookListener<Event> {
  hasSigned(body: string, signature: string | undefined): boolean;
  /** Resolves once it would survive a crash; rejects to hear it again. */
  hear(event: Event): Promise<void>;
}

export interface SignedWebhook<Event> {
  readonly path: string;
  readonly event: z.ZodType<Event>;
  /** Undefined where no such provider is set up. */
  readonly listener: WebhookListener<Event> | undefined;
  /** "texts", "faxes". */
  readonly about: string;
}

type WebhookLog = Pick<BaseLogger, "warn" | "error">;

const MAX_BYTES = 256 * 1024;

/** The provider repeats what is not answered with 200, so that is said only when it would survive a crash. */
export function registerSignedWebhook<Event>(
  app: FastifyInstance,
  webhook: SignedWebhook<Event>,
  log: WebhookLog,
): void {
  void app.register(async (scope) => {
    // As bytes: what is signed is the body as it was sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhook.path, async (request, reply) => {
      const body = typeof request.body === "string" ? request.body : "";
      const header = request.headers["x-signature"];
      const status = await hear(webhook, log, body, Array.isArray(header) ? header[0] : header);
      return reply.code(status).header("cache-control", "no-store").send();
    });
  });
}

async function hear<Event>(
  { listener, event: schema, about }: SignedWebhook<Event>,
  log: WebhookLog,
  body: string,
  signature: string | undefined,
): Promise<200 | 400 | 401 | 404 | 503> {
  if (!listener) return 404;
  if (!listener.hasSigned(body, signature)) return 401;
  const event = readEvent(schema, body);
  if (event === undefined) {
    log.warn(`The provider of ${about} sent something that cannot be read`);
    return 400;
  }
  try {
    await listener.hear(event);
    return 200;
  } catch (error) {
    log.error(
      { err: error },
      `Something the provider of ${about} said could not be kept; it will come again`,
    );
    return 503;
  }
}

function readEvent<Event>(schema: z.ZodType<Event>, body: string): Event | undefined {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
