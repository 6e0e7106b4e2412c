import type { Contact, ContactProvider, ExternalContacts, ExternalContactsQuery } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { BaseLogger } from "pino";
import type { Database } from "../../../database/database.ts";
import { findRegion } from "../../../database/region-repository.ts";
import type { Actor } from "../../../platform/actor.ts";
import { DomainError } from "../../../platform/domain-error.ts";
import { colorOf } from "../../settings/index.ts";
import { applyFields, displayName, NO_FIELDS, numberKeys } from "../book/contact-fields.ts";
import { listSpeedDial } from "../book/contact-sync-repository.ts";
import type { ExternalCaller } from "../lookup/caller-service.ts";
import type { ContactAccounts } from "./contact-accounts.ts";
import { type ContactDirectory, type ExternalContact, TokenRefused } from "./contact-directory.ts";

export interface ExternalContactDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: ContactAccounts;
  readonly directories: Readonly<Record<ContactProvider, ContactDirectory>>;
  readonly log: Pick<BaseLogger, "warn">;
}

const TITLES: Readonly<Record<ContactProvider, string>> = { google: "Google", microsoft: "Microsoft" };
const PROVIDERS = ["google", "microsoft"] as const satisfies readonly ContactProvider[];
/** How long a copy of a whole book serves to name callers. */
const COPY_MS = 10 * 60_000;
const MAX_COPIES = 500;

const unavailable = (provider: ContactProvider, cause: unknown): DomainError =>
  new DomainError(
    "unavailable",
    "contacts.providerUnavailable",
    `${TITLES[provider]} contacts cannot be reached at the moment`,
    { cause },
  );

interface Copy {
  readonly madeAt: number;
  readonly byKey: Promise<ReadonlyMap<string, ExternalCaller>>;
}

/** The address books users have with Google and Microsoft. They stay there: nothing of them is stored. */
export class ExternalContactService {
  readonly #deps: ExternalContactDeps;
  readonly #copies = new Map<string, Copy>();

  constructor(deps: ExternalContactDeps) {
    this.#deps = deps;
  }

  async search(
    actor: Actor,
    provider: ContactProvider,
    request: ExternalContactsQuery,
  ): Promise<ExternalContacts> {
    const { database, directories } = this.#deps;
    const page = await this.#ask(actor, provider, (token) => directories[provider].search(token, request));
    if (!page) return { contacts: [], more: false, connected: false };
    const region = await findRegion(database.query, actor.customerId);
    const speedDial = new Set(await listSpeedDial(database.query, actor.userId));
    const contacts = page.contacts.map((contact) => viewOf(provider, contact, region, speedDial));
    return { contacts, more: page.more, connected: true };
  }

  /** The people in these books with one of the numbers. An address book that cannot be reached has nobody. */
  async lookUp(actor: Actor, keys: readonly string[]): Promise<Map<string, ExternalCaller>> {
    const found = new Map<string, ExternalCaller>();
    for (const provider of PROVIDERS) {
      const byKey = await this.#copyOf(actor, provider);
      for (const key of keys) {
        const caller = byKey.get(key);
        if (caller && !found.has(key)) found.set(key, caller);
      }
    }
    return found;
  }

  /** After an account was connected or given up. */
  forget({ userId }: Actor): void {
    for (const provider of PROVIDERS) this.#copies.delete(`${userId} ${provider}`);
  }

  async #copyOf(actor: Actor, provider: ContactProvider): Promise<ReadonlyMap<string, ExternalCaller>> {
    const { clock, log } = this.#deps;
    const key = `${actor.userId} ${provider}`;
    const known = this.#copies.get(key);
    if (known && clock.now() - known.madeAt < COPY_MS) return known.byKey;
    this.#copies.delete(key);
    const byKey = this.#index(actor, provider).catch((error: unknown) => {
      log.warn({ err: error, provider }, "An address book could not be read to name callers");
      return new Map<string, ExternalCaller>();
    });
    this.#copies.set(key, { madeAt: clock.now(), byKey });
    const [oldest] = this.#copies.keys();
    if (this.#copies.size > MAX_COPIES && oldest !== undefined) this.#copies.delete(oldest);
    return byKey;
  }

  async #index(actor: Actor, provider: ContactProvider): Promise<Map<string, ExternalCaller>> {
    const { database, directories } = this.#deps;
    const byKey = new Map<string, ExternalCaller>();
    const contacts = await this.#ask(actor, provider, (token) => directories[provider].list(token));
    if (!contacts) return byKey;
    const region = await findRegion(database.query, actor.customerId);
    for (const { id, fields } of contacts) {
      const stored = applyFields(NO_FIELDS, fields, region);
      for (const { key, label } of numberKeys(stored, region)) {
        if (byKey.has(key)) continue;
        byKey.set(key, {
          source: provider,
          name: displayName(stored),
          contactId: `${provider}:${id}`,
          organization: stored.organization,
          label,
          photo: null,
        });
      }
    }
    return byKey;
  }

  /** Undefined: there is no account. A token that the provider refuses is renewed once. */
  async #ask<Answer>(
    actor: Actor,
    provider: ContactProvider,
    ask: (accessToken: string) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const { accounts } = this.#deps;
    try {
      const token = await accounts.accessToken(actor, provider);
      if (token === undefined) return undefined;
      try {
        return await ask(token);
      } catch (error) {
        if (!(error instanceof TokenRefused)) throw error;
        const renewed = await accounts.accessToken(actor, provider, true);
        return renewed === undefined ? undefined : await ask(renewed);
      }
    } catch (error) {
      throw unavailable(provider, error);
    }
  }
}

function viewOf(
  provider: ContactProvider,
  { id, fields }: ExternalContact,
  region: string,
  speedDial: ReadonlySet<string>,
): Contact {
  const stored = applyFields(NO_FIELDS, fields, region);
  const wireId = `${provider}:${id}`;
  return {
    id: wireId,
    type: provider,
    contactType: provider,
    name: displayName(stored),
    ...stored,
    speeddial: speedDial.has(wireId) ? "1" : "0",
    public: false,
    owned: true,
    pbx_uid: null,
    photo: null,
    color: colorOf({ id: numberOf(wireId), color: null }),
    changed_at: 0,
  };
}

/** The same for the same text, so that its color stays. */
function numberOf(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003, 7);
}
