import type { OidcAccount } from "./oidc-account.ts";
import { OidcError } from "./oidc-error.ts";

/** A request that may be answered by redirecting back. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly params: URLSearchParams;
}

/** What a code stands for until it is traded for tokens. */
export interface Grant {
  readonly id: string;
  readonly account: OidcAccount;
  readonly request: AuthorizationRequest;
}

interface Client {
  readonly clientId: string;
  readonly redirectUris: readonly string[] | undefined;
}

/**
 * RFC 6749 §4.1.2.1: with a wrong client or redirect address the browser must not be sent there, so these two
 * throw; all other faults are reported to the client by `faultOf`.
 */
export function readAuthorizationRequest(params: URLSearchParams, client: Client): AuthorizationRequest {
  if (params.get("client_id") !== client.clientId) {
    throw new OidcError("invalid_client", "This application is not known here.", 401);
  }
  return { redirectUri: checkedAddress(params.get("redirect_uri") ?? "", client), params };
}

/** Where the browser goes once it is signed out; undefined where it stays. Only to where a sign-in could have gone. */
export function readSignOutRequest(params: URLSearchParams, client: Client): string | undefined {
  const address = params.get("post_logout_redirect_uri");
  if (address === null) return undefined;
  if (params.get("client_id") !== client.clientId) {
    throw new OidcError("invalid_client", "This application is not known here.", 401);
  }
  const url = new URL(checkedAddress(address, client));
  const state = params.get("state");
  if (state !== null) url.searchParams.set("state", state);
  return url.href;
}

function checkedAddress(redirectUri: string, client: Client): string {
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri) || redirectUri.includes("#")) {
    throw new OidcError("invalid_request", "The redirect address is missing or malformed.");
  }
  if (client.redirectUris && !client.redirectUris.includes(redirectUri)) {
    throw new OidcError("invalid_request", "The redirect address is not registered for this application.");
  }
  return redirectUri;
}

export function faultOf({ params }: AuthorizationRequest): OidcError | undefined {
  if (params.get("response_type") !== "code") {
    return new OidcError("unsupported_response_type", "Only the code flow is offered.");
  }
  if (!(params.get("scope") ?? "").split(" ").includes("openid")) {
    return new OidcError("invalid_scope", "The scope openid is missing.");
  }
  if (params.has("code_challenge") && params.get("code_challenge_method") !== "S256") {
    return new OidcError("invalid_request", "The code challenge method must be S256.");
  }
  return undefined;
}

export function redirectWith(
  request: AuthorizationRequest,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(request.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  const state = request.params.get("state");
  if (state !== null) url.searchParams.set("state", state);
  return url.href;
}

export function redirectWithError(request: AuthorizationRequest, error: OidcError): string {
  return redirectWith(request, { error: error.code, error_description: error.message });
}
