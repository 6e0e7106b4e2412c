import type { ContactProvider } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import * as client from "openid-client";
import { isLoopback } from "../../../platform/network.ts";

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface ProviderTokens {
  readonly accessToken: string;
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
  readonly refreshToken: string | undefined;
  readonly email?: string | undefined;
}

/** What the user agrees to, and what makes the provider give a token that lasts. */
const CONSENT: Readonly<Record<ContactProvider, Readonly<Record<string, string>>>> = {
  google: {
    scope: "openid email https://www.googleapis.com/auth/contacts.readonly",
    access_type: "offline",
    prompt: "consent",
  },
  microsoft: { scope: "openid email offline_access Contacts.Read" },
};

const ANSWER_S = 10;
const DEFAULT_LIFE_S = 3_600;
const FRESH_MS = 24 * 3_600_000;

/** Asks a provider for leave to read an account's contacts. */
export class ProviderClient {
  readonly #provider: ContactProvider;
  readonly #settings: ProviderSettings;
  readonly #clock: Clock;
  #discovered: { readonly at: number; readonly configuration: Promise<client.Configuration> } | undefined;

  constructor(provider: ContactProvider, settings: ProviderSettings, clock: Clock) {
    this.#provider = provider;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Where the user agrees. The verifier must come back with the code. */
  async begin(redirectUri: string, state: (verifier: string) => string): Promise<string> {
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(await this.#configuration(), {
      ...CONSENT[this.#provider],
      redirect_uri: redirectUri,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state: state(verifier),
    });
    return url.toString();
  }

  async finish(redirectUri: string, code: string, verifier: string): Promise<ProviderTokens> {
    const configuration = await this.#configuration();
    const callback = new URL(redirectUri);
    callback.search = new URLSearchParams({ code, iss: configuration.serverMetadata().issuer }).toString();
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const email = tokens.claims()?.email;
    return { ...this.#tokensOf(tokens), email: typeof email === "string" ? email : undefined };
  }

  /** Undefined: the user has taken the leave back, or it is too old. */
  async refresh(refreshToken: string): Promise<ProviderTokens | undefined> {
    const configuration = await this.#configuration();
    try {
      const tokens = await client.refreshTokenGrant(configuration, refreshToken);
      const renewed = this.#tokensOf(tokens);
      return { ...renewed, refreshToken: renewed.refreshToken ?? refreshToken };
    } catch (error) {
      if (error instanceof client.ResponseBodyError && error.error === "invalid_grant") return undefined;
      throw error;
    }
  }

  #tokensOf(tokens: client.TokenEndpointResponse): ProviderTokens {
    return {
      accessToken: tokens.access_token,
      expiresAt: this.#clock.now() + (tokens.expires_in ?? DEFAULT_LIFE_S) * 1000,
      refreshToken: tokens.refresh_token,
    };
  }

  #configuration(): Promise<client.Configuration> {
    const known = this.#discovered;
    if (known && this.#clock.now() - known.at < FRESH_MS) return known.configuration;
    const configuration = this.#discover();
    this.#discovered = { at: this.#clock.now(), configuration };
    // A failure must not be remembered for a day.
    configuration.catch(() => {
      this.#discovered = undefined;
    });
    return configuration;
  }

  #discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    const isHere = isLoopback(server.hostname) || server.hostname === "localhost";
    return client.discovery(server, clientId, clientSecret, undefined, {
      timeout: ANSWER_S,
      ...(isHere ? { execute: [client.allowInsecureRequests] } : {}),
    });
  }
}
