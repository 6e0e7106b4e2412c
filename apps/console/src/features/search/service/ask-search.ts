import {
  type ContactProvider,
  type ExternalContacts,
  SEARCH_PAGE_SIZE,
  type SearchCategory,
  type SearchResult,
} from "@offhook/contract";
import { typedSearch } from "@offhook/search";
import { phoneEntriesOf } from "@offhook/telephony";
import type { Client } from "../../../platform/api/api-client.ts";
import { entities } from "../../../platform/api/entities.ts";
import { externalItem, type FoundItem, foundItems } from "../found/found-item.ts";

type SearchClient = Pick<Client, "search" | "searchGoogleContacts" | "searchMicrosoftContacts">;
type ItemsByCategory = Readonly<Record<SearchCategory, readonly FoundItem[]>>;

export interface FoundPage {
  readonly items: ItemsByCategory;
  readonly totals: SearchResult["totals"];
  readonly more: readonly SearchCategory[];
  readonly failed: readonly SearchCategory[];
  /** Numbers that were sent along: the pages that follow need the same. */
  readonly match: readonly string[];
}

export interface AskedSearch {
  readonly q: string;
  readonly userId: number;
  /** The user has an address book, and so may have others with a provider. */
  readonly hasContacts: boolean;
}

/** The first page of every category, with the contacts that a provider of the user knows. */
export async function askSearch(
  client: SearchClient,
  { q, userId, hasContacts }: AskedSearch,
  signal: AbortSignal,
): Promise<FoundPage> {
  const { text } = typedSearch(q);
  const external = hasContacts && text !== "" ? await externalContacts(client, text, signal) : NOBODY;
  const page = await askPage(client, { q, userId, match: external.numbers }, signal);
  if (external.items.length === 0) return page;
  const contacts = [...page.items.contacts, ...external.items];
  const total = (page.totals.contacts ?? 0) + external.items.length;
  return { ...page, items: { ...page.items, contacts }, totals: { ...page.totals, contacts: total } };
}

export interface AskedPage {
  readonly q: string;
  readonly userId: number;
  readonly match: readonly string[];
  readonly category?: SearchCategory;
  readonly offset?: number;
}

export async function askPage(
  client: Pick<Client, "search">,
  { q, userId, match, category, offset = 0 }: AskedPage,
  signal: AbortSignal,
): Promise<FoundPage> {
  const found = await client.search(
    {
      query: {
        q,
        offset,
        limit: SEARCH_PAGE_SIZE,
        ...(category && { categories: category }),
        ...(match.length > 0 && { match: match.join(",") }),
      },
    },
    { signal },
  );
  const { totals, more, failed } = found;
  return { items: foundItems(found, typedSearch(q).text, userId), totals, more, failed, match };
}

interface External {
  readonly items: readonly FoundItem[];
  readonly numbers: readonly string[];
}

const NOBODY: External = { items: [], numbers: [] };
const PROVIDERS = ["google", "microsoft"] as const satisfies readonly ContactProvider[];
const MOST_NUMBERS = 100;
/** Providers that this user has no account with: they are not asked again until the page is loaded anew. */
const unconnected = new WeakMap<object, Set<ContactProvider>>();

async function externalContacts(client: SearchClient, text: string, signal: AbortSignal): Promise<External> {
  const without = unconnected.get(client) ?? new Set();
  unconnected.set(client, without);
  const asked = PROVIDERS.filter((provider) => !without.has(provider)).map(async (provider) => {
    const { connected, contacts } = await askProvider(client, provider, text, signal);
    if (!connected) without.add(provider);
    return entities(contacts).map((contact) => ({ provider, contact }));
  });
  const found = (await Promise.all(asked)).flat();
  const numbers = found.flatMap(({ contact }) =>
    phoneEntriesOf(contact).map(({ searchValue }) => searchValue),
  );
  return {
    items: found.map(({ provider, contact }) => externalItem(provider, contact)),
    numbers: [...new Set(numbers.filter((number) => number !== ""))].slice(0, MOST_NUMBERS),
  };
}

const NOTHING: ExternalContacts = { connected: true, contacts: [], more: false };

async function askProvider(
  client: SearchClient,
  provider: ContactProvider,
  text: string,
  signal: AbortSignal,
): Promise<ExternalContacts> {
  const ask = provider === "google" ? client.searchGoogleContacts : client.searchMicrosoftContacts;
  try {
    return await ask({ query: { query: text, offset: 0, limit: SEARCH_PAGE_SIZE } }, { signal });
  } catch {
    // What Offhook itself knows is found without it.
    return NOTHING;
  }
}
