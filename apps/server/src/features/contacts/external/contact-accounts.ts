import type { ContactAccount, ContactProvider, FinishContactAccount } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { z } from "zod";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DomainError } from "../../../platform/domain-error.ts";
import type { Sealer } from "../../../platform/secrets/secrets-sealing.ts";
import { deleteAccount, listAccounts, saveAccount } from "./contact-account-repository.ts";
import { openTokens, sealTokens } from "./contact-account-tokens.ts";
import type { ProviderClient, ProviderTokens } from "./provider-client.ts";

export interface ContactAccountsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly clients: Readonly<Record<ContactProvider, ProviderClient | undefined>>;
}

const PROVIDERS = ["google", "microsoft"] as const satisfies readonly ContactProvider[];
const STATE_MS = 15 * 60_000;
/** Not used to the last second: it has to reach the provider in time. */
const SPARE_MS = 60_000;
const STATE_CONTEXT = "contact-account state";

const State = z.object({
  userId: z.number(),
  provider: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  expiresAt: z.number(),
});

const notOffered = (): DomainError =>
  new DomainError("notFound", "contacts.providerNotOffered", "This provider is not set up here");
const badState = (): DomainError =>
  new DomainError(
    "invalid",
    "contacts.badState",
    "The answer does not belong to this request. Please try again.",
  );
const refused = (cause: unknown): DomainError =>
  new DomainError("unavailable", "contacts.providerRefused", "The account could not be connected", { cause });

/** The accounts with other providers whose address books a user lets us read. */
export class ContactAccounts {
  readonly #deps: ContactAccountsDeps;
  readonly #renewing = new Map<string, Promise<string | undefined>>();

  constructor(deps: ContactAccountsDeps) {
    this.#deps = deps;
  }

  async list(actor: Actor): Promise<ContactAccount[]> {
    const known = new Map(
      (await listAccounts(this.#deps.database.query, actor.userId)).map((each) => [each.provider, each]),
    );
    return PROVIDERS.map((provider) => ({
      provider,
      available: this.#deps.clients[provider] !== undefined,
      connected: this.#deps.clients[provider] !== undefined && known.has(provider),
      email: known.get(provider)?.email ?? null,
    }));
  }

  async begin(actor: Actor, provider: ContactProvider, redirectUri: string): Promise<{ url: string }> {
    const { sealer, clock } = this.#deps;
    const expiresAt = clock.now() + STATE_MS;
    const client = this.#client(provider);
    const state = (verifier: string): string =>
      sealer
        .seal(
          STATE_CONTEXT,
          JSON.stringify({ userId: actor.userId, provider, verifier, redirectUri, expiresAt }),
        )
        .toString("base64url");
    return {
      url: await client.begin(redirectUri, state).catch((error: unknown) => Promise.reject(refused(error))),
    };
  }

  async finish(actor: Actor, request: FinishContactAccount): Promise<ContactAccount[]> {
    const { provider, redirect_uri, code } = request;
    const client = this.#client(provider);
    const state = this.#openState(request.state);
    const isOurs =
      state?.userId === actor.userId && state.provider === provider && state.redirectUri === redirect_uri;
    if (!state || !isOurs || state.expiresAt < this.#deps.clock.now()) throw badState();
    const tokens = await client.finish(redirect_uri, code, state.verifier).catch((error: unknown) => {
      throw refused(error);
    });
    await this.#save(actor, provider, tokens, tokens.email ?? null);
    return this.list(actor);
  }

  async disconnect(actor: Actor, provider: ContactProvider): Promise<ContactAccount[]> {
    await deleteAccount(this.#deps.database.query, actor.userId, provider);
    return this.list(actor);
  }

  /** A token that works now; undefined when the user has no account there, or has revoked the permission. */
  async accessToken(actor: Actor, provider: ContactProvider, isRefused = false): Promise<string | undefined> {
    const { database, sealer, clock, clients } = this.#deps;
    if (!clients[provider]) return undefined;
    const account = (await listAccounts(database.query, actor.userId)).find(
      (each) => each.provider === provider,
    );
    const tokens = account && openTokens(sealer, actor.userId, provider, account.sealed_tokens);
    if (!tokens) return undefined;
    if (!isRefused && tokens.expiresAt - SPARE_MS > clock.now()) return tokens.accessToken;
    const key = `${actor.userId} ${provider}`;
    // Some providers take a refresh token once: two requests at a time must not both spend it.
    const renewing =
      this.#renewing.get(key) ??
      this.#renew(actor, provider, tokens, account.email).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, renewing);
    return renewing;
  }

  async #renew(
    actor: Actor,
    provider: ContactProvider,
    tokens: ProviderTokens,
    email: string | null,
  ): Promise<string | undefined> {
    const renewed =
      tokens.refreshToken === undefined
        ? undefined
        : await this.#client(provider).refresh(tokens.refreshToken);
    if (!renewed) {
      await deleteAccount(this.#deps.database.query, actor.userId, provider);
      return undefined;
    }
    await this.#save(actor, provider, renewed, email);
    return renewed.accessToken;
  }

  async #save(
    actor: Actor,
    provider: ContactProvider,
    tokens: ProviderTokens,
    email: string | null,
  ): Promise<void> {
    const { database, sealer, clock } = this.#deps;
    const sealed_tokens = sealTokens(sealer, actor.userId, provider, tokens);
    await saveAccount(database.query, actor, { provider, email, sealed_tokens }, new Date(clock.now()));
  }

  #client(provider: ContactProvider): ProviderClient {
    const client = this.#deps.clients[provider];
    if (!client) throw notOffered();
    return client;
  }

  #openState(text: string): z.infer<typeof State> | undefined {
    try {
      return State.parse(JSON.parse(this.#deps.sealer.open(STATE_CONTEXT, Buffer.from(text, "base64url"))));
    } catch {
      return undefined;
    }
  }
}
