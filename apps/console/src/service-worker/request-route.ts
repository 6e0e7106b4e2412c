/** How the worker answers: from what it keeps, network first, or not at all. */
export type RequestRoute =
  /** An address that only the console knows: its page, from the cache. */
  | "page"
  /** The installation's configuration: fresh where the service answers. */
  | "config"
  /** A file of this build, named after its content: once loaded it never changes. */
  | "asset"
  /** A file of this build whose name stays. */
  | "file"
  /** None of the worker's business. */
  | "network";

export interface RoutedRequest {
  readonly method: string;
  /** `navigate` for a page that is opened. */
  readonly mode: string;
  readonly url: string;
}

/** Addresses the server answers itself. Of `/dev` only the gallery is a page of the console. */
const SERVICES = /^\/(?:api|push|v0|sip|acd\/feed|integrations|metrics|dev(?!\/gallery(?:\/|$)))(?:\/|$)/;
const FILE_NAME = /\.[\w-]+$/;

/** Pure. What belongs to the service is never answered from a cache: not even by mistake, not even when offline. */
export function requestRoute(request: RoutedRequest, origin: string): RequestRoute {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== origin) return "network";
  if (SERVICES.test(url.pathname)) return "network";
  if (url.pathname === "/config.json") return "config";
  if (url.pathname.startsWith("/assets/")) return "asset";
  if (FILE_NAME.test(url.pathname)) return "file";
  return request.mode === "navigate" ? "page" : "network";
}
