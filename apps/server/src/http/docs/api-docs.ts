import swagger, { type SwaggerTransformObject } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { EVENT_NUMBER_HEADER } from "@offhook/contract";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import { protectPages, type SecurityOptions } from "../guards/security-headers.ts";
import type { InfrastructureRoute } from "../routes/route-guard.ts";
import { version } from "../system/version.ts";
import { eventSchemas, eventTable } from "./event-docs.ts";

const PREFIX = "/api/docs";
const WHY = "the description of the REST service, which is public like its source";

export const API_DOCS_ROUTES: readonly InfrastructureRoute[] = [
  "",
  "/",
  "/json",
  "/yaml",
  "/static/*",
  "/static/index.html",
  "/static/swagger-initializer.js",
  "/static/theme/offhook.css",
].map((path) => ({ url: `${PREFIX}${path}`, access: "public", why: WHY }));

const describe = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: "any" } });

const EVENT_NUMBER = {
  description: "A reply to a GET contains every push event of the company up to this number",
  schema: { type: "integer", minimum: 0 },
} as const;

/** What the routes do not say of themselves: the header of every reply to a signed-in user. */
const complete: SwaggerTransformObject = (given) => {
  if (!("openapiObject" in given)) return given.swaggerObject;
  for (const path of Object.values(given.openapiObject.paths ?? {})) {
    for (const operation of [path?.get, path?.post, path?.put, path?.delete]) {
      const success = operation?.responses?.["200"];
      const isForUsers = operation?.security?.some((needed) => "accessToken" in needed);
      if (isForUsers && success && "description" in success)
        success.headers = { ...success.headers, [EVENT_NUMBER_HEADER]: EVENT_NUMBER };
    }
  }
  return given.openapiObject;
};

/** Must come before the routes: the description is collected while they are registered. */
export async function registerApiDocs(app: FastifyInstance, security: SecurityOptions): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Offhook",
        version,
        description:
          "Every reply is an envelope: `error` is null and `result` holds the answer, or `error` has a code and a " +
          "message and `result` is null. The application key is in `/config.json`.\n\n" +
          `Replies to a signed-in user carry \`${EVENT_NUMBER_HEADER}\`, a number of the company's event log. A reply ` +
          "to a GET contains every push event up to it. Apply those after it, whether they are in the reply or not. " +
          "After any other request, the events up to it tell all that the request has changed. " +
          `The websocket is \`/push\`; each event is described below, as a schema.\n\n${eventTable()}`,
      },
      components: {
        schemas: eventSchemas(),
        securitySchemes: {
          appKey: { type: "apiKey", in: "header", name: "X-App-Key" },
          accessToken: { type: "http", scheme: "bearer" },
        },
      },
    },
    transform: (route) =>
      route.schema?.operationId ? describe(route) : { ...route, schema: { hide: true } },
    transformObject: complete,
  });
  await app.register(async (pages) => {
    await protectPages(pages, security);
    await pages.register(swaggerUi, {
      routePrefix: PREFIX,
      theme: {
        title: "Offhook: REST service",
        // The bar names another product and offers to load other documents.
        css: [{ filename: "offhook.css", content: ".swagger-ui .topbar { display: none }" }],
      },
      uiConfig: { docExpansion: "list", deepLinking: true, tryItOutEnabled: true },
    });
  });
}
