import type { OidcProvider, OidcRequest, ProviderAccount } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import * as client from "openid-client";
import type { BaseLogger } from "pino";
import { isLoopback } from "../../../platform/network.ts";
import { providerRefused, providerUnavailable } from "../session-errors.ts";
import {
  type Identity,
  identityOf,
  isSingleTenant,
  PROVIDER_TITLES,
  type ProviderName,
} from "./verified-identity.ts";

export interface IdentityProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface IdentityProviderDeps {
  readonly name: ProviderName;
  readonly settings: IdentityProviderSettings;
  readonly clock: Clock;
  readonly log: Pick<BaseLogger, "warn">;
  /** Left out: the platform's own. */
  readonly fetch?: client.CustomFetch;
}

const SCOPE = "openid profile email";
const ANSWER_MS = 10_000;
/** The sign-in page must not wait for a provider that is down; it then shows without the button. */
const PUBLIC_WAIT_MS = 1_500;
const METADATA_FRESH_MS = 24 * 3_600_000;

interface Discovered {
  readonly configuration: client.Configuration;
  readonly at: number;
}

/** An identity, and what its owner gets to keep of having proved it. */
export interface Identified extends Identity {
  readonly account: ProviderAccount;
}

/** One OpenID Connect provider: its own identity, and the identities it vouches for. */
export class IdentityProvider {
  readonly #deps: IdentityProviderDeps;
  #discovered: Discovered | undefined;
  #discovering: Promise<client.Configuration> | undefined;

  constructor(deps: IdentityProviderDeps) {
    this.#deps = deps;
  }

  get name(): ProviderName {
    return this.#deps.name;
  }

  get title(): string {
    return PROVIDER_TITLES[this.#deps.name];
  }

  /** Whose identities these are: Microsoft has an issuer for every tenant, all on one host. */
  get host(): string {
    return new URL(this.#deps.settings.issuer).host;
  }

  /** What the sign-in page needs to send someone there; undefined while the provider cannot be reached. */
  async publicSettings(): Promise<OidcProvider | undefined> {
    const configuration = await this.#within(PUBLIC_WAIT_MS, this.#configuration()).catch(() => undefined);
    const { authorization_endpoint, end_session_endpoint } = configuration?.serverMetadata() ?? {};
    if (authorization_endpoint === undefined) return undefined;
    // Google has none of its own accord. If it ever does: its session is the whole browser's, and not ours to end.
    const endsThere = this.name === "microsoft" && end_session_endpoint !== undefined;
    return {
      authorization_endpoint,
      client_id: this.#deps.settings.clientId,
      scope: SCOPE,
      ...(endsThere && { end_session_endpoint }),
    };
  }

  /** Trades the code of a redirect for the identity behind it. */
  async identify(request: OidcRequest): Promise<Identified> {
    try {
      return await this.#within(ANSWER_MS, this.#identify(request));
    } catch (error) {
      this.#deps.log.warn({ err: error, provider: this.name }, "A sign-in with a provider failed");
      throw isRefusal(error) ? providerRefused(this.title, error) : providerUnavailable(this.title, error);
    }
  }

  async #identify(request: OidcRequest): Promise<Identified> {
    const configuration = await this.#configuration();
    const callback = new URL(request.redirect_uri);
    // The console has compared the state and sends the code alone, to the route of the provider it came from. Some
    // providers also promise to name themselves in the redirect, and the library insists on it then.
    callback.search = new URLSearchParams({
      code: request.code,
      iss: configuration.serverMetadata().issuer,
    }).toString();
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: request.code_verifier,
      expectedNonce: request.nonce,
      idTokenExpected: true,
    });
    const isOwnDirectory = this.name === "microsoft" && isSingleTenant(this.#deps.settings.issuer);
    const identity = identityOf(this.name, tokens.claims(), { isOwnDirectory });
    return { ...identity, account: { ...identity.account, token: tokens.id_token ?? "" } };
  }

  async #configuration(): Promise<client.Configuration> {
    const known = this.#discovered;
    if (known && this.#deps.clock.now() - known.at < METADATA_FRESH_MS) return known.configuration;
    this.#discovering ??= this.#discover().finally(() => {
      this.#discovering = undefined;
    });
    if (!known) return this.#discovering;
    // What was true yesterday is most likely still true: nobody waits for the renewal, nor fails with it.
    this.#discovering.catch((error: unknown) => {
      this.#deps.log.warn(
        { err: error, provider: this.name },
        "The description of a provider could not be renewed",
      );
    });
    return known.configuration;
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#deps.settings;
    const server = new URL(issuer);
    // Signatures are checked although the token comes straight from the provider: a proxy in between might lie.
    const execute = [client.enableNonRepudiationChecks];
    if (isLoopback(server.hostname) || server.hostname === "localhost")
      execute.push(client.allowInsecureRequests);
    const configuration = await client.discovery(server, clientId, clientSecret, undefined, {
      execute,
      timeout: ANSWER_MS / 1000,
      ...(this.#deps.fetch ? { [client.customFetch]: this.#deps.fetch } : {}),
    });
    this.#discovered = { configuration, at: this.#deps.clock.now() };
    return configuration;
  }

  #within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error(`${this.title} took longer than ${limitMs} ms`));
      const cancel = this.#deps.clock.schedule(limitMs, late);
      void work.then(resolve, reject).finally(cancel);
    });
  }
}

/** Codes of the library for an answer that came and says no, or says something that is not true. */
const REFUSALS: readonly string[] = [
  "OAUTH_AUTHORIZATION_RESPONSE_ERROR",
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_KEY_SELECTION_FAILED",
];

function isRefusal(error: unknown): boolean {
  if (error instanceof client.ResponseBodyError) return error.error === "invalid_grant";
  return error instanceof client.ClientError && REFUSALS.includes(error.code ?? "");
}
