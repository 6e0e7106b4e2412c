import { createHash, randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import type { AuthorizationRequest, Grant } from "./authorization.ts";
import { ExpiringStore } from "./expiring-store.ts";
import type { OidcAccount } from "./oidc-account.ts";
import { OidcError } from "./oidc-error.ts";
import type { OidcFlavor } from "./oidc-flavor.ts";

const CODE_MS = 60_000;
const ACCESS_TOKEN_MS = 3_600_000;
const REFRESH_TOKEN_MS = 90 * 86_400_000;

interface TokenSettings {
  readonly issuer: string;
  readonly flavor: OidcFlavor;
  readonly clientId: string;
  readonly now: () => number;
  /** Refresh tokens that are good forever, also after a restart: what a demo was filled with must stay true. */
  readonly standingTokens: ReadonlyMap<string, OidcAccount>;
}

interface SigningKey {
  readonly privateKey: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"];
  readonly jwk: JWK;
}

/** Trades codes and refresh tokens for tokens. */
export class TokenService {
  readonly #settings: TokenSettings;
  readonly #codes: ExpiringStore<Grant>;
  readonly #accessTokens: ExpiringStore<Grant>;
  readonly #refreshTokens: ExpiringStore<Grant>;
  readonly #redeemed = new Set<string>();
  #signingKey: Promise<SigningKey> | undefined;

  constructor(settings: TokenSettings) {
    this.#settings = settings;
    this.#codes = new ExpiringStore(CODE_MS, settings.now);
    this.#accessTokens = new ExpiringStore(ACCESS_TOKEN_MS, settings.now);
    this.#refreshTokens = new ExpiringStore(REFRESH_TOKEN_MS, settings.now);
  }

  async keySet(): Promise<{ keys: JWK[] }> {
    return { keys: [(await this.#key()).jwk] };
  }

  issueCode(account: OidcAccount, request: AuthorizationRequest): string {
    return this.#codes.put({ id: randomUUID(), account, request });
  }

  async redeem(form: URLSearchParams): Promise<object> {
    switch (form.get("grant_type")) {
      case "authorization_code":
        return this.#redeemCode(form);
      case "refresh_token":
        return this.#refresh(form.get("refresh_token") ?? "");
      default:
        throw new OidcError("unsupported_grant_type", "Only codes and refresh tokens are accepted.");
    }
  }

  userOf(accessToken: string): Record<string, unknown> {
    const grant = this.#accessTokens.get(accessToken);
    if (!grant) throw new OidcError("invalid_token", "The access token is unknown or has expired.", 401);
    return this.#settings.flavor.claims(grant.account, this.#settings.clientId);
  }

  /** Whose access token it is. */
  accountOf(accessToken: string): OidcAccount | undefined {
    return this.#accessTokens.get(accessToken)?.account;
  }

  async #redeemCode(form: URLSearchParams): Promise<object> {
    const grant = this.#codes.get(form.get("code") ?? "");
    if (!grant) throw new OidcError("invalid_grant", "The code is unknown or has expired.");
    if (this.#redeemed.has(grant.id)) {
      // RFC 6749 §4.1.2: a code seen twice may have been stolen, so what it gave is taken back.
      this.#accessTokens.deleteWhere((given) => given.id === grant.id);
      this.#refreshTokens.deleteWhere((given) => given.id === grant.id);
      throw new OidcError("invalid_grant", "The code has been used before.");
    }
    this.#redeemed.add(grant.id);
    if (form.get("redirect_uri") !== grant.request.redirectUri) {
      throw new OidcError(
        "invalid_grant",
        "The redirect address differs from the one the code was given for.",
      );
    }
    requireVerifier(grant.request, form.get("code_verifier"));
    const withRefreshToken = this.#settings.flavor.grantsRefreshToken(grant.request.params);
    return {
      ...(await this.#tokensFor(grant)),
      ...(withRefreshToken && { refresh_token: this.#refreshTokens.put(grant) }),
    };
  }

  async #refresh(refreshToken: string): Promise<object> {
    const standing = this.#settings.standingTokens.get(refreshToken);
    if (standing) {
      const request = { redirectUri: "", params: new URLSearchParams({ scope: "openid email" }) };
      const tokens = await this.#tokensFor({ id: randomUUID(), account: standing, request });
      return { ...tokens, refresh_token: refreshToken };
    }
    const rotates = this.#settings.flavor.rotatesRefreshTokens;
    const grant = rotates ? this.#refreshTokens.take(refreshToken) : this.#refreshTokens.get(refreshToken);
    if (!grant) throw new OidcError("invalid_grant", "The refresh token is unknown or has expired.");
    return {
      ...(await this.#tokensFor(grant)),
      ...(rotates && { refresh_token: this.#refreshTokens.put(grant) }),
    };
  }

  async #tokensFor(grant: Grant): Promise<object> {
    const { params } = grant.request;
    const accessToken = this.#accessTokens.put(grant);
    return {
      token_type: "Bearer",
      access_token: accessToken,
      expires_in: ACCESS_TOKEN_MS / 1000,
      scope: params.get("scope") ?? "",
      id_token: await this.#signIdToken(grant, accessToken),
    };
  }

  /** Made when it is first needed: a demo in which nobody signs in this way starts without waiting for it. */
  #key(): Promise<SigningKey> {
    this.#signingKey ??= createSigningKey();
    return this.#signingKey;
  }

  async #signIdToken({ account, request }: Grant, accessToken: string): Promise<string> {
    const { privateKey, jwk } = await this.#key();
    const { flavor, issuer, clientId, now } = this.#settings;
    const seconds = Math.floor(now() / 1000);
    const nonce = request.params.get("nonce");
    const half = createHash("sha256").update(accessToken).digest().subarray(0, 16);
    return new SignJWT({
      ...flavor.claims(account, clientId),
      ...(nonce !== null && { nonce }),
      at_hash: half.toString("base64url"),
    })
      .setProtectedHeader({ alg: "RS256", kid: jwk.kid ?? "", typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ACCESS_TOKEN_MS / 1000)
      .sign(privateKey);
  }
}

async function createSigningKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return {
    privateKey,
    jwk: { ...(await exportJWK(publicKey)), kid: randomUUID(), use: "sig", alg: "RS256" },
  };
}

function requireVerifier({ params }: AuthorizationRequest, verifier: string | null): void {
  const challenge = params.get("code_challenge");
  if (challenge === null && verifier === null) return;
  const hashed = createHash("sha256")
    .update(verifier ?? "")
    .digest("base64url");
  // RFC 7636 §4.6; a verifier for a request without a challenge means the challenge was stripped on the way.
  if (hashed !== challenge) throw new OidcError("invalid_grant", "The code verifier does not fit.");
}
