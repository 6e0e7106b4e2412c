import {
  SEARCH_CATEGORIES,
  SEARCH_COUNTED,
  SEARCH_KEYS,
  type SearchCategory,
  type SearchQuery,
  type SearchResult,
} from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import {
  numberSearch,
  OPERATORS,
  type SearchTerm,
  searchDay,
  searchTerms,
  typedSearch,
} from "@offhook/search";
import { directoryKey } from "@offhook/telephony/international";
import type { Database } from "../../database/database.ts";
import { findRegion } from "../../database/region-repository.ts";
import type { SearchIndex, SearchReader, SearchWords } from "../../database/search/search-index.ts";
import type { Actor } from "../../platform/actor.ts";
import type { Logger } from "../../platform/logging/logger.ts";
import type { FoundPeople } from "../contacts/index.ts";
import { findTimezone } from "../settings/index.ts";
import { daySpan } from "./day-span.ts";
import type { FoundThings } from "./found-things.ts";
import { meantOperators } from "./meant-operators.ts";
import { FEATURE_OF } from "./search-categories.ts";
import { type CategoryFilter, filterOf } from "./search-filters.ts";
import { type SearchScopes, scopesOf } from "./search-scopes.ts";

export interface SearchServiceDeps {
  readonly database: Pick<Database, "query">;
  readonly index: SearchIndex;
  readonly clock: Pick<Clock, "now">;
  readonly logger: Pick<Logger, "error">;
  readonly people: FoundPeople;
  readonly found: FoundThings;
  readonly taskChannelsOf: (actor: Actor) => Promise<readonly string[]>;
}

/** So many people at most lend their numbers to what is found of them. */
const MOST_NAMED = 100;
/** Few are meant by a name that is only like theirs. */
const MOST_GUESSED = 12;

interface Search {
  readonly actor: Actor;
  readonly asked: SearchQuery;
  readonly scopes: SearchScopes;
  readonly words: SearchWords;
  readonly terms: readonly SearchTerm[];
}

interface Page {
  readonly ids: readonly string[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly guesses: ReadonlySet<string>;
}

/** Searches everything that a user may see. */
export class SearchService {
  readonly #deps: SearchServiceDeps;

  constructor(deps: SearchServiceDeps) {
    this.#deps = deps;
  }

  async find(actor: Actor, asked: SearchQuery): Promise<SearchResult> {
    const { database, clock } = this.#deps;
    const { text, operators } = typedSearch(asked.q);
    const terms = searchTerms(text);
    const result = emptyResult();
    const categories = (asked.categories ?? SEARCH_CATEGORIES).filter((category) => {
      const feature = FEATURE_OF[category];
      return feature === undefined || actor.features.has(feature);
    });
    if (terms.length === 0 && operators.length === 0) return withoutHits(result, categories);
    const day = searchDay(text);
    const asksDay = day !== undefined || operators.some(({ name }) => OPERATORS[name] === "day");
    const [scopes, timezone] = await Promise.all([
      scopesOf(this.#deps, actor, asked.contactstype === "private"),
      asksDay ? findTimezone(database.query, actor.userId) : "UTC",
    ]);
    const words: SearchWords = {
      terms,
      number: numberSearch(text),
      parties: [
        ...(await this.#numbersGiven(actor, asked.match ?? [])),
        ...(await this.#numbersNamed(scopes, terms)),
      ],
      day: day && daySpan(day, clock.now(), timezone),
    };
    const meant = await meantOperators(this.#deps, { actor, scopes, timezone }, operators);
    const search: Search = { actor, asked, scopes, words, terms };
    await Promise.all(
      [...new Set(categories)].map((category) =>
        this.#add(result, category, search, filterOf(category, meant)),
      ),
    );
    return result;
  }

  /** One that fails, or takes too long, does not take the others with it. */
  async #add(
    result: SearchResult,
    category: SearchCategory,
    search: Search,
    filter: CategoryFilter | undefined,
  ): Promise<void> {
    try {
      const page = filter ? await this.#page(category, search, filter) : NO_PAGE;
      Object.assign(result, { [SEARCH_KEYS[category]]: await this.#read(category, search, page) });
      result.totals[category] = page.total;
      if (page.hasMore) result.more.push(category);
    } catch (error) {
      this.#deps.logger.error({ err: error, category }, "A category could not be searched");
      result.failed.push(category);
    }
  }

  async #page(category: SearchCategory, search: Search, filter: CategoryFilter): Promise<Page> {
    const { index } = this.#deps;
    const { asked, words, scopes, terms } = search;
    const own = scopes.byCategory[category];
    const reader: SearchReader = {
      ...scopes.reader,
      scopes: filter.scopes ? own.filter((scope) => filter.scopes?.includes(scope)) : own,
    };
    const end = asked.offset + asked.limit;
    const wanted = Math.max(end, SEARCH_COUNTED) + 1;
    const marks = category === "contacts" ? [...filter.marks, ...scopes.contactMarks] : filter.marks;
    const found = await index.find(category, { reader, words, filter: { ...filter, marks }, wanted });
    const guesses =
      category === "contacts" && found.length < asked.limit && terms.length > 0
        ? await this.#guesses(reader, search, found)
        : [];
    const all = [...found, ...guesses];
    return {
      ids: all.slice(asked.offset, end),
      total: Math.min(all.length, SEARCH_COUNTED + 1),
      hasMore: all.length > end,
      guesses: new Set(guesses),
    };
  }

  async #guesses(
    reader: SearchReader,
    { asked, terms }: Search,
    found: readonly string[],
  ): Promise<string[]> {
    const typed = terms.flatMap(({ words }) => words).join(" ");
    const alike = await this.#deps.index.findLikeNames(reader, typed, asked.limit);
    return alike.filter((id) => !found.includes(id));
  }

  /** As they are kept, however they were written. */
  async #numbersGiven({ customerId }: Actor, given: readonly string[]): Promise<string[]> {
    if (given.length === 0) return [];
    const region = await findRegion(this.#deps.database.query, customerId);
    return given.map((number) => directoryKey(number, region) ?? number);
  }

  /** Numbers of those whose name fits, or where there is nobody, of those whose name is like it. */
  async #numbersNamed({ reader, byCategory }: SearchScopes, terms: readonly SearchTerm[]): Promise<string[]> {
    const { index, people } = this.#deps;
    if (terms.length === 0) return [];
    const named = { ...reader, scopes: byCategory.contacts };
    const found = await index.findNames({ reader: named, terms, limit: MOST_NAMED });
    const typed = terms.flatMap(({ words }) => words).join(" ");
    const meant = found.length > 0 ? found : await index.findLikeNames(named, typed, MOST_GUESSED);
    return meant.length === 0 ? [] : people.numbersOf(reader.customerId, meant);
  }

  async #read(category: SearchCategory, { actor, scopes, terms }: Search, { ids, guesses }: Page) {
    const { found } = this.#deps;
    if (category === "contacts") return found.contacts(actor, ids, terms, guesses);
    if (category === "teams") return found.teams(scopes.reader.chatUser ?? "", ids, terms);
    return found[category](actor, ids, terms);
  }
}

const NO_PAGE: Page = { ids: [], total: 0, hasMore: false, guesses: new Set() };

function emptyResult(): SearchResult {
  return {
    contacts: [],
    smsMessages: [],
    smsConversations: [],
    cdrs: [],
    fax: [],
    voicemails: [],
    teams: [],
    tasks: [],
    totals: {},
    more: [],
    failed: [],
  };
}

function withoutHits(result: SearchResult, categories: readonly SearchCategory[]): SearchResult {
  for (const category of categories) result.totals[category] = 0;
  return result;
}
