import { beginningOf, type SearchTerm } from "@offhook/search";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../database.ts";
import type { DB } from "../schema/database-schema.ts";
import { findConversations } from "./conversation-search.ts";
import { findByTime, WALK } from "./newest-first-search.ts";
import {
  all,
  any,
  begins,
  type Condition,
  holdsAll,
  isIndexed,
  lexemesOf,
  waysToFit,
} from "./search-conditions.ts";
import type { NameQuestion, SearchIndex, SearchQuestion, SearchReader } from "./search-index.ts";
import { isAskedFor, isVisible } from "./search-visibility.ts";

/** The index in the database itself: documents of all that is searched, which its triggers keep. */
export function createPostgresSearchIndex(
  { searchQuery: query }: Pick<Database, "searchQuery">,
  walk = WALK,
): SearchIndex {
  return {
    find(category, question) {
      if (question.reader.scopes.length === 0) return Promise.resolve([]);
      if (category === "contacts") return findPeople(query, question);
      if (category === "smsc") return findConversations(query, question);
      return findByTime(query, category, question, walk);
    },
    findNames: (question) => findNames(query, question),
    findLikeNames: (reader, typed, limit) => findLikeNames(query, reader, typed, limit),
  };
}

/** People stand in the order of the alphabet, those whose name fits before those of whom something else does. */
async function findPeople(query: Kysely<DB>, question: SearchQuestion): Promise<string[]> {
  const { words, wanted } = question;
  const isFit = any(waysToFit(words).map(({ fits, indexed }) => all([indexed([], []), fits])));
  const found = await listPeople(query, question, {
    fits: words.terms.length === 0 && !words.number ? sql<boolean>`true` : isFit,
    wanted,
    terms: words.terms,
  });
  if (found.length >= wanted || words.terms.length === 0) return found;
  const rest = await listPeople(query, question, {
    fits: all([holdsAll(words.terms), sql<boolean>`not ${isFit}`]),
    wanted: wanted - found.length,
    terms: words.terms,
  });
  return [...found, ...rest];
}

async function listPeople(
  query: Kysely<DB>,
  question: SearchQuestion,
  {
    fits,
    wanted,
    terms,
  }: { readonly fits: Condition; readonly wanted: number; readonly terms: readonly SearchTerm[] },
): Promise<string[]> {
  // Without words nobody's name fits better: what is the same for all is no order, and the database refuses it.
  const byName = terms.length === 0 ? sql`` : sql`${isNamed(terms)} desc,`;
  const { rows } = await sql<{ ref: string }>`
    select each.ref from search_contacts as each
    where each.customer_id = ${question.reader.customerId} and ${fits} and ${isAskedFor("contacts", question)}
    order by ${byName} each.name, each.ref
    limit ${wanted}`.execute(query);
  return rows.map(({ ref }) => ref);
}

const isNamed = (terms: readonly SearchTerm[]): RawBuilder<boolean> =>
  all(terms.map((term) => sql<boolean>`each.name like ${`%${beginningOf(term)}%`}`));

async function findNames(query: Kysely<DB>, { reader, terms, limit }: NameQuestion): Promise<string[]> {
  if (terms.length === 0 || reader.scopes.length === 0) return [];
  const { rows } = await sql<{ ref: string }>`
    select each.ref from search_contacts as each
    where each.customer_id = ${reader.customerId} and ${isIndexed(terms.map(lexemesOf).join(" & "))}
      and ${isNamed(terms)} and ${begins(terms)} and ${isVisible("contacts", reader)}
    order by each.name, each.ref
    limit ${limit}`.execute(query);
  return rows.map(({ ref }) => ref);
}

/** Nobody's name is like so few letters. */
const SHORTEST_GUESS = 4;

async function findLikeNames(
  query: Kysely<DB>,
  reader: SearchReader,
  typed: string,
  limit: number,
): Promise<string[]> {
  if (typed.length < SHORTEST_GUESS || reader.scopes.length === 0) return [];
  const { rows } = await sql<{ ref: string }>`
    select each.ref from search_contacts as each
    where each.customer_id = ${reader.customerId} and ${typed} <% each.name and ${isVisible("contacts", reader)}
    order by word_similarity(${typed}, each.name) desc, each.name, each.ref
    limit ${limit}`.execute(query);
  return rows.map(({ ref }) => ref);
}
