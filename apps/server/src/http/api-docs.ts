import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { createJsonSchemaTransform } from "fastify-type-provider-zod";
import type { InfrastructureRoute } from "./route-guard.ts";
import { protectPages, type SecurityOptions } from "./security-headers.ts";
import { version } from "./version.ts";

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
          "message and `result` is null. The application key is in `/config.json`.",
      },
      components: {
        securitySchemes: {
          appKey: { type: "apiKey", in: "header", name: "X-App-Key" },
          accessToken: { type: "http", scheme: "bearer" },
        },
      },
    },
    transform: (route) =>
      route.schema?.operationId ? describe(route) : { ...route, schema: { hide: true } },
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
