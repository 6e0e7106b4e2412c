import type { IncomingMessage } from "node:http";

export interface OriginOptions {
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
}

/**
 * Whether a page may open a websocket. Browsers let any page try and send its origin along; the page must have come
 * from this server or from an origin we know. Programs other than browsers send none, and need a token like anyone.
 */
export function createOriginCheck({
  publicUrl,
  allowedOrigins,
}: OriginOptions): (request: IncomingMessage) => boolean {
  const known = new Set([new URL(publicUrl).origin, ...allowedOrigins]);
  return ({ headers }) => {
    const { origin, host } = headers;
    if (origin === undefined || known.has(origin)) return true;
    return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
  };
}
