import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** What a chat client says of itself outside the protocol's frames. */
interface ChatRequest {
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export function queryOf({ url = "" }: ChatRequest): URLSearchParams {
  const mark = url.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : url.slice(mark + 1));
}

function cookieOf({ headers }: ChatRequest, name: string): string | undefined {
  for (const part of headers.cookie?.split(";") ?? []) {
    const [key, ...rest] = part.trim().split("=");
    if (key === name) return rest.join("=");
  }
  return undefined;
}

function headerOf({ headers }: ChatRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** Header, then query, then cookie; `form` is what a form field said. */
export function apiKeyOf(request: ChatRequest | IncomingMessage, form?: string): string | undefined {
  return (
    headerOf(request, "x-tinode-apikey") ??
    queryOf(request).get("apikey") ??
    form ??
    cookieOf(request, "apikey")
  );
}

export interface GivenCredentials {
  readonly scheme: string;
  /** Base64 of either alphabet. */
  readonly secret: string;
}

/** Where clients put who they are when they fetch or send a file. */
export function credentialsOf(
  request: ChatRequest,
  form: { readonly auth?: string | undefined; readonly secret?: string | undefined } = {},
): GivenCredentials | undefined {
  const header = headerOf(request, "x-tinode-auth") ?? headerOf(request, "authorization");
  const [, scheme, secret] = /^(\w+)\s+(\S+)$/.exec(header?.trim() ?? "") ?? [];
  if (scheme !== undefined && secret !== undefined) return standard(scheme, secret);
  const query = queryOf(request);
  const auth = query.get("auth") ?? form.auth ?? cookieOf(request, "auth");
  const given = query.get("secret") ?? form.secret ?? cookieOf(request, "secret");
  return auth && given ? standard(auth, given) : undefined;
}

function standard(scheme: string, secret: string): GivenCredentials {
  // A plus sign in an address arrives as a space.
  return { scheme, secret: secret.replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/") };
}
