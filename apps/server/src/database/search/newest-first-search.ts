import type { SearchCategory } from "@offhook/contract";
import type { SearchTerm } from "@offhook/search";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "../schema/database-schema.ts";
import {
  ALWAYS,
  all,
  any,
  type Condition,
  holdsAll,
  isMarked,
  isWithin,
  lexemesOf,
  marksOf,
  type WayToFit,
  waysToFit,
} from "./search-conditions.ts";
import type { SearchQuestion } from "./search-index.ts";
import { isAskedFor } from "./search-visibility.ts";

type Timed = Exclude<SearchCategory, "contacts" | "smsc">;

const TABLES: Readonly<Record<Timed, string>> = {
  smsm: "search_texts",
  cdrs: "search_calls",
  vox: "search_voicemails",
  fax: "search_faxes",
  teams: "search_chats",
  tasks: "search_tasks",
};

/** Those in which what was exchanged with somebody is found by the number; texts are by their conversation. */
const HAS_NUMBERS: ReadonlySet<Timed> = new Set(["cdrs", "vox", "fax"]);

/**
 * A common word is found among the newest documents, and a rare one by the index, which takes the longer the more have
 * the word. So the newest are walked first, and tell how common the words are.
 */
export interface Walk {
  readonly first: number;
  readonly most: number;
}
export const WALK: Walk = { first: 3_000, most: 15_000 };
/** A word of more than this share of the documents is not asked of the index, but of what it finds by the others. */
const COMMON = 0.05;
/** So many scopes at most are asked of the index, where they are a small part of all. */
const FEW_SCOPES = 64;

/** What was exchanged, said or written, newest first; behind what fits well, what holds the terms within words. */
export async function findByTime(
  query: Kysely<DB>,
  category: Timed,
  question: SearchQuestion,
  walk: Walk,
): Promise<string[]> {
  const { words, wanted } = question;
  const given = HAS_NUMBERS.has(category) ? words : { ...words, number: undefined, parties: [] };
  const ways = waysToFit(given);
  const isNothing = words.terms.length === 0 && !words.number && words.parties.length === 0 && !words.day;
  const fits = isNothing ? ALWAYS : any(ways.map((way) => way.fits));
  const search = new NewestFirst(query, category, question, walk);
  const found = isNothing || ways.length > 0 ? await search.find({ fits, ways, wanted }) : [];
  if (found.length >= wanted || words.terms.length === 0) return found;
  const isWithin = all([holdsAll(words.terms), sql<boolean>`not ${fits}`]);
  const within: WayToFit = { fits: isWithin, indexed: () => holdsAll(words.terms) };
  return [
    ...found,
    ...(await search.find({ fits: isWithin, ways: [within], wanted: wanted - found.length })),
  ];
}

interface Wanted {
  readonly fits: Condition;
  readonly ways: readonly WayToFit[];
  readonly wanted: number;
}

interface Walked {
  readonly count: number;
  readonly found: readonly string[];
  /** How many are of the reader's scopes. */
  readonly visible: number;
  /** By term, how many hold it. */
  readonly terms: readonly number[];
}

class NewestFirst {
  readonly #query: Kysely<DB>;
  readonly #question: SearchQuestion;
  readonly #walkLimits: Walk;
  readonly #table: RawBuilder<unknown>;
  readonly #isAskedFor: Condition;
  readonly #inSpan: Condition;

  constructor(query: Kysely<DB>, category: Timed, question: SearchQuestion, walk: Walk) {
    this.#walkLimits = walk;
    this.#query = query;
    this.#question = question;
    this.#table = sql.table(TABLES[category]);
    this.#isAskedFor = isAskedFor(category, question);
    this.#inSpan = isWithin(question.filter.span);
  }

  async find({ fits, ways, wanted }: Wanted): Promise<string[]> {
    const limits = this.#walkLimits;
    const first = await this.#walk(fits, limits.first, wanted);
    if (first.found.length >= wanted || first.count < limits.first) return first.found.slice(0, wanted);
    const needed = Math.ceil((limits.first * wanted * 1.3) / Math.max(first.found.length, 0.5));
    if (needed <= limits.most) {
      const further = await this.#walk(fits, needed, wanted);
      if (further.found.length >= wanted || further.count < needed) return further.found.slice(0, wanted);
    }
    return this.#ask(first, ways.length > 0 ? ways : [{ fits, indexed: () => fits }], wanted);
  }

  async #walk(fits: Condition, count: number, wanted: number): Promise<Walked> {
    const { reader, words } = this.#question;
    const perTerm = words.terms.map(
      (term) => sql`count(*) filter (where ${isMarked(lexemesOf(term))})::integer`,
    );
    const { rows } = await sql<{ count: number; found: string[] | null; visible: number; terms: number[] }>`
      select count(*)::integer as count,
        count(*) filter (where each.scope = any(${[...reader.scopes]}::text[]))::integer as visible,
        array_agg(each.ref order by each.at desc, each.ref desc)
          filter (where ${fits} and ${this.#isAskedFor}) as found,
        ${perTerm.length === 0 ? sql`'{}'::integer[]` : sql`array[${sql.join(perTerm)}]`} as terms
      from (
        select * from ${this.#table} as each
        where each.customer_id = ${reader.customerId} and ${this.#inSpan}
        order by each.at desc, each.ref desc
        limit ${count}
      ) as each`.execute(this.#query);
    const [row] = rows;
    return {
      count: row?.count ?? 0,
      found: (row?.found ?? []).slice(0, wanted),
      visible: row?.visible ?? 0,
      terms: row?.terms ?? [],
    };
  }

  /** By a sum, which no index has in order: what the index finds is put in order afterwards. */
  async #ask(sample: Walked, ways: readonly WayToFit[], wanted: number): Promise<string[]> {
    const { customerId } = this.#question.reader;
    const rare = this.#rareTerms(sample);
    const marks = this.#rareMarks(sample);
    const branches = ways.map(
      ({ fits, indexed }) => sql`(
        select each.ref, each.at from ${this.#table} as each
        where each.customer_id = ${customerId} and ${indexed(rare, marks)} and ${fits} and ${this.#isAskedFor}
        order by each.at + interval '0' desc, each.ref desc
        limit ${wanted}
      )`,
    );
    const { rows } = await sql<{ ref: string }>`
      select ref from (${sql.join(branches, sql` union `)}) as found
      order by at desc, ref desc
      limit ${wanted}`.execute(this.#query);
    return rows.map(({ ref }) => ref);
  }

  #rareTerms({ count, terms }: Walked): readonly SearchTerm[] {
    const all = this.#question.words.terms.map((term, index) => ({
      term,
      share: (terms[index] ?? 0) / count,
    }));
    const rare = all.filter(({ share }) => share <= COMMON);
    if (rare.length > 0) return rare.map(({ term }) => term);
    return all
      .sort((first, second) => first.share - second.share)
      .slice(0, 2)
      .map(({ term }) => term);
  }

  /** What else the index can cut by: the scopes of a reader who sees few, and marks that were asked for. */
  #rareMarks({ count, visible }: Walked): string[] {
    const { reader, filter } = this.#question;
    const marks = filter.marks.filter((group) => group.length > 0).map(marksOf);
    const seesLittle = visible < count / 2 && reader.scopes.length <= FEW_SCOPES;
    return seesLittle ? [...marks, marksOf(reader.scopes.map((scope) => `s:${scope}`))] : marks;
  }
}
