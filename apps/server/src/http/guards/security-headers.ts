import { createHash } from "node:crypto";
import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import type { FastifyInstance, FastifyReply } from "fastify";

export interface SecurityOptions {
  readonly publicUrl: string;
}

const HSTS = "max-age=31536000; includeSubDomains";
const PERMISSIONS = "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()";

/**
 * Headers of JSON replies. No browser renders them, so they get the few that matter for data; setting the dozen of
 * a page would cost as much time as the rest of the request.
 */
export function dataHeaders({ publicUrl }: SecurityOptions): readonly (readonly [string, string])[] {
  return [
    ["cache-control", "no-store"],
    ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
    ["x-content-type-options", "nosniff"],
    ["cross-origin-resource-policy", "same-origin"],
    ...(isHttps(publicUrl) ? [["strict-transport-security", HSTS] as const] : []),
  ];
}

export interface PageOptions extends SecurityOptions {
  /** A chat service elsewhere that the console talks to. */
  readonly chatUrl?: string | undefined;
  /** Text of the page's own scripts; no other text runs as one. */
  readonly inlineScripts?: readonly string[];
}

/** Full set of headers for everything a browser renders: the console, its files and the API page. */
export async function protectPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  await app.register(helmet, pageOptions(options));
  app.addHook("onRequest", (_request, reply: FastifyReply, done) => {
    reply.raw.setHeader("permissions-policy", PERMISSIONS);
    done();
  });
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}

/** Its files and its websocket. */
function addressesOf(chatUrl: string | undefined): readonly string[] {
  if (chatUrl === undefined) return [];
  const { origin } = new URL(chatUrl);
  return [origin, origin.replace(/^http/, "ws")];
}

function pageOptions({ publicUrl, chatUrl, inlineScripts = [] }: PageOptions): FastifyHelmetOptions {
  const { host } = new URL(publicUrl);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        // Addresses beside 'self' are the same server: older Safari does not count websockets as 'self'.
        connectSrc: ["'self'", "blob:", `ws://${host}`, `wss://${host}`, ...addressesOf(chatUrl)],
        fontSrc: ["'self'", "data:"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // The PDF viewer prints from a frame of its own.
        frameSrc: ["'self'", "blob:"],
        imgSrc: ["'self'", "data:", "blob:"],
        manifestSrc: ["'self'"],
        mediaSrc: ["'self'", "data:", "blob:"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineScripts.map(hashOf)],
        scriptSrcAttr: ["'none'"],
        // Unavoidable: Mantine writes its theme variables and responsive props as <style> elements. A nonce cannot
        // mark them, because the service worker answers with a stored page and would repeat it forever.
        styleSrc: ["'self'", "'unsafe-inline'"],
        workerSrc: ["'self'", "blob:"],
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: isHttps(publicUrl) ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  };
}

function isHttps(publicUrl: string): boolean {
  return publicUrl.startsWith("https:");
}
