import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { LOOPBACK, listenOnLoopback } from "../loopback-server.ts";
import { renderAccountPage, renderErrorPage, renderSignedOutPage } from "./account-page.ts";
import {
  type AuthorizationRequest,
  faultOf,
  readAuthorizationRequest,
  readSignOutRequest,
  redirectWith,
  redirectWithError,
} from "./authorization.ts";
import { ExpiringStore } from "./expiring-store.ts";
import type { OidcAccount } from "./oidc-account.ts";
import { OidcError } from "./oidc-error.ts";
import { GOOGLE, MICROSOFT, type OidcFlavor } from "./oidc-flavor.ts";
import { TokenService } from "./token-service.ts";

export interface OidcProviderOptions {
  readonly flavor: "google" | "microsoft";
  readonly accounts: readonly OidcAccount[];
  /** Left out: any address, as tests and demos start on any port. */
  readonly redirectUris?: readonly string[];
  readonly now?: () => number;
  /** Refresh tokens that are good forever, also after a restart. */
  readonly standingTokens?: ReadonlyMap<string, OidcAccount>;
}

export interface RunningOidcProvider {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Whose access token it is; for other services of the same provider. */
  accountOf(accessToken: string): OidcAccount | undefined;
  stop(): Promise<void>;
}

interface Provider {
  readonly issuer: string;
  readonly flavor: OidcFlavor;
  readonly accounts: readonly OidcAccount[];
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[] | undefined;
  readonly tokens: TokenService;
  /** Requests whose account page is open. */
  readonly pending: ExpiringStore<AuthorizationRequest>;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PENDING_MS = 10 * 60_000;
const MAX_FORM_BYTES = 64 * 1024;

/** An identity provider on loopback: OpenID Connect code flow with PKCE, with Google's or Microsoft's claims. */
export async function startOidcProvider(options: OidcProviderOptions): Promise<RunningOidcProvider> {
  const now = options.now ?? Date.now;
  const flavor = options.flavor === "google" ? GOOGLE : MICROSOFT;
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    if (provider) void answer(provider, request, response);
    else response.writeHead(503).end();
  });
  const port = await listenOnLoopback(server);
  const issuer = `http://${LOOPBACK}:${port}${flavor.issuerPath}`;
  const clientId = `offhook-${options.flavor}`;
  const clientSecret = randomBytes(24).toString("base64url");
  const standingTokens = options.standingTokens ?? new Map();
  const tokens = new TokenService({ issuer, flavor, clientId, now, standingTokens });
  provider = {
    issuer,
    flavor,
    accounts: options.accounts,
    clientId,
    clientSecret,
    redirectUris: options.redirectUris,
    tokens,
    pending: new ExpiringStore(PENDING_MS, now),
  };
  return {
    accountOf: (accessToken) => tokens.accountOf(accessToken),
    issuer,
    authorizationEndpoint: `${issuer}/authorize`,
    clientId,
    clientSecret,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", provider.issuer);
  const reply = await route(provider, url, request).catch((error: unknown) => {
    const fault =
      error instanceof OidcError ? error : new OidcError("server_error", "Unexpected failure", 500);
    return /\/(?:authorize|logout)$/.test(url.pathname)
      ? html(fault.status, renderErrorPage(fault.message))
      : json(fault.status, { error: fault.code, error_description: fault.message });
  });
  response.writeHead(reply.status, { "cache-control": "no-store", ...reply.headers }).end(reply.body);
}

async function route(provider: Provider, url: URL, request: IncomingMessage): Promise<Reply> {
  const base = provider.flavor.issuerPath;
  switch (`${request.method} ${url.pathname}`) {
    case `GET ${base}/.well-known/openid-configuration`:
      return json(200, discovery(provider));
    case `GET ${base}/jwks`:
      return json(200, await provider.tokens.keySet());
    case `GET ${base}/authorize`:
      return showAccounts(provider, url.searchParams);
    case `POST ${base}/authorize`:
      return chooseAccount(provider, await readForm(request));
    case `POST ${base}/token`:
      return giveTokens(provider, request);
    case `GET ${base}/logout`:
      return provider.flavor.endsSessions ? endSession(provider, url.searchParams) : NOT_FOUND;
    case `GET ${base}/userinfo`:
      return json(200, provider.tokens.userOf(bearerOf(request)));
    default:
      return NOT_FOUND;
  }
}

function discovery({ issuer, flavor }: Provider): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    ...(flavor.endsSessions && { end_session_endpoint: `${issuer}/logout` }),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: ["openid", "profile", "email", "offline_access"],
  };
}

function showAccounts(provider: Provider, params: URLSearchParams): Reply {
  const request = readAuthorizationRequest(params, provider);
  const fault = faultOf(request);
  if (fault) return redirect(redirectWithError(request, fault));
  if (params.get("prompt") === "none") return answerSilently(provider, request);
  const page = renderAccountPage({
    title: provider.flavor.title,
    action: `${provider.issuer}/authorize`,
    request: provider.pending.put(request),
    accounts: provider.accounts,
  });
  return html(200, page);
}

function answerSilently(provider: Provider, request: AuthorizationRequest): Reply {
  const hint = request.params.get("login_hint");
  const account = provider.accounts.find(({ email }) => email === hint);
  return account
    ? redirect(redirectWith(request, { code: provider.tokens.issueCode(account, request) }))
    : redirect(redirectWithError(request, new OidcError("login_required", "An account must be chosen.")));
}

/** RP-initiated logout. There is no session here to end: who signs in chooses an account every time. */
function endSession(provider: Provider, params: URLSearchParams): Reply {
  const back = readSignOutRequest(params, provider);
  return back === undefined ? html(200, renderSignedOutPage()) : redirect(back);
}

function chooseAccount(provider: Provider, form: URLSearchParams): Reply {
  const request = provider.pending.take(form.get("request") ?? "");
  if (!request) throw new OidcError("invalid_request", "This page is too old. Go back and start again.");
  if (form.has("cancel")) {
    return redirect(redirectWithError(request, new OidcError("access_denied", "The sign-in was canceled.")));
  }
  const account = provider.accounts.find(({ sub }) => sub === form.get("account"));
  if (!account) throw new OidcError("invalid_request", "There is no such account.");
  return redirect(redirectWith(request, { code: provider.tokens.issueCode(account, request) }));
}

async function giveTokens(provider: Provider, request: IncomingMessage): Promise<Reply> {
  const form = await readForm(request);
  const [id, secret] = credentialsOf(request, form);
  if (id !== provider.clientId || !isSame(secret, provider.clientSecret)) {
    throw new OidcError("invalid_client", "The client's id or secret is wrong.", 401);
  }
  return json(200, await provider.tokens.redeem(form));
}

function credentialsOf(request: IncomingMessage, form: URLSearchParams): [string, string] {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic === undefined) return [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
  const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":");
  // RFC 6749 §2.3.1: both are form-encoded inside the header.
  const decoded = new URLSearchParams(`id=${id}&secret=${secret}`);
  return [decoded.get("id") ?? "", decoded.get("secret") ?? ""];
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function bearerOf(request: IncomingMessage): string {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) throw new OidcError("invalid_request", "The form is too large.", 413);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

function redirect(location: string): Reply {
  return { status: 303, headers: { location }, body: "" };
}

function json(status: number, body: object): Reply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

const NOT_FOUND = json(404, { error: "not_found" });

function html(status: number, body: string): Reply {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  };
  return { status, headers, body };
}
