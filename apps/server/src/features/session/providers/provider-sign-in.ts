import type { LoginResult, OidcRequest, PublicConfig } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Actor, Caller } from "../../../platform/actor.ts";
import { type Account, findAccountByEmail, lockAccount } from "../accounts/account-repository.ts";
import { noAccount, otherIdentity, providerNotOffered, redirectForeign } from "../session-errors.ts";
import { isKnownDevice } from "../sessions/session-repository.ts";
import type { TfaChallenges } from "../two-factor/tfa-challenges.ts";
import { findLinkedUser, insertLink, listIssuers } from "./identity-link-repository.ts";
import type { Identified, IdentityProvider } from "./identity-provider.ts";
import { type Identity, PROVIDER_NAMES, PROVIDER_TITLES, type ProviderName } from "./verified-identity.ts";

export type PublicProviders = Pick<PublicConfig, "google" | "microsoft">;

export interface ProviderSignInDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly challenges: TfaChallenges;
  readonly providers: Readonly<Record<ProviderName, IdentityProvider | undefined>>;
  readonly isOwnRedirect: (address: string) => boolean;
}

export class ProviderSignIn {
  readonly #deps: ProviderSignInDeps;

  constructor(deps: ProviderSignInDeps) {
    this.#deps = deps;
  }

  async publicProviders(): Promise<PublicProviders> {
    const { google, microsoft } = this.#deps.providers;
    const [first, second] = await Promise.all([google?.publicSettings(), microsoft?.publicSettings()]);
    return { google: first ?? null, microsoft: second ?? null };
  }

  async signIn(name: ProviderName, request: OidcRequest, caller: Caller): Promise<LoginResult> {
    const { challenges, database } = this.#deps;
    const provider = this.#providerOf(name);
    const identity = await this.#identify(provider, request);
    const result = await database.transaction(async (tx) => {
      const account = await this.#accountOf(tx, identity);
      if (!account || account.isDisabled) throw noAccount(provider.title);
      const deviceId = request.device?.id;
      const isKnown = await isKnownDevice(tx.query, account.userId, {
        deviceId,
        refreshTokenHash: undefined,
      });
      const context = {
        wantsRefreshToken: true,
        device: request.device ?? null,
        formerSessionId: null,
        isKnownDevice: isKnown,
        provider: name,
      };
      return challenges.proceed(tx, account, context, caller);
    });
    return { ...result, provider: identity.account };
  }

  /** Confirms that the signed-in user is who the provider says: throws unless the identity is theirs. */
  async prove(name: ProviderName, request: OidcRequest, actor: Actor): Promise<void> {
    const provider = this.#providerOf(name);
    const { issuer, subject } = await this.#identify(provider, request);
    // Only an identity that has opened this account before: an address that fits proves nothing about the account.
    if ((await findLinkedUser(this.#deps.database.query, issuer, subject)) !== actor.userId)
      throw otherIdentity(provider.title);
  }

  /** The providers this account has signed in with and can go to now. */
  async linkedTo(tx: Pick<Database, "query">, userId: number): Promise<readonly ProviderName[]> {
    const hosts = (await listIssuers(tx.query, userId)).map((issuer) => new URL(issuer).host);
    const { providers } = this.#deps;
    return PROVIDER_NAMES.filter((name) => hosts.includes(providers[name]?.host ?? ""));
  }

  #providerOf(name: ProviderName): IdentityProvider {
    const provider = this.#deps.providers[name];
    if (!provider) throw providerNotOffered(PROVIDER_TITLES[name]);
    return provider;
  }

  #identify(provider: IdentityProvider, request: OidcRequest): Promise<Identified> {
    if (!this.#deps.isOwnRedirect(request.redirect_uri)) throw redirectForeign();
    return provider.identify(request);
  }

  async #accountOf(tx: Transaction, identity: Identity): Promise<Account | undefined> {
    const { issuer, subject, verifiedEmail } = identity;
    const linkedUserId = await findLinkedUser(tx.query, issuer, subject);
    if (linkedUserId !== undefined) return lockAccount(tx.query, linkedUserId);
    if (verifiedEmail === undefined) return undefined;
    const found = await findAccountByEmail(tx.query, verifiedEmail);
    const account = found && (await lockAccount(tx.query, found.userId));
    if (!account || account.isDisabled) return undefined;
    const created_at = new Date(this.#deps.clock.now());
    await insertLink(tx.query, { issuer, subject, user_id: account.userId, created_at });
    return account;
  }
}
