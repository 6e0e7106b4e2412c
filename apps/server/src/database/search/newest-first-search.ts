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
export const WALK: Walk = { first: 800, most: 15_000 };
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
  const { words } = question;
  const given = HAS_NUMBERS.has(category) ? words : { ...words, number: undefined, parties: [] };
  const ways = waysToFit(given);
  const isNothing = words.terms.length === 0 && !words.number && words.parties.length === 0 && !words.day;
  if (ways.length === 0 && !isNothing) return [];
  const fits = isNothing ? ALWAYS : any(ways.map((way) => way.fits));
  const tiers: Tier[] = [{ fits, ways: isNothing ? [{ fits, indexed: () => fits }] : ways }];
  if (words.terms.length > 0) {
    const within = all([holdsAll(words.terms), sql<boolean>`not ${fits}`]);
    tiers.push({ fits: within, ways: [{ fits: within, indexed: () => holdsAll(words.terms) }] });
  }
  return new NewestFirst(query, category, question, walk).find(tiers);
}

/** What fits equally well, and the ways by which it does. */
interface Tier {
  readonly fits: Condition;
  readonly ways: readonly WayToFit[];
}

interface Walked {
  readonly count: number;
  /** By tier. */
  readonly found: readonly (readonly string[])[];
  /** How many are of the reader's scopes. */
  readonly visible: number;
  /** By term, how many hold it. */
  readonly terms: readonly number[];
}

class NewestFirst {
  readonly #query: Kysely<DB>;
  readonly #question: SearchQuestion;
  readonly #limits: Walk;
  readonly #table: RawBuilder<unknown>;
  readonly #isAskedFor: Condition;
  readonly #inSpan: Condition;

  constructor(query: Kysely<DB>, category: Timed, question: SearchQuestion, limits: Walk) {
    this.#limits = limits;
    this.#query = query;
    this.#question = question;
    this.#table = sql.table(TABLES[category]);
    this.#isAskedFor = isAskedFor(category, question);
    this.#inSpan = isWithin(question.filter.span);
  }

  /** The next tier is asked for only where the one before is not enough. */
  async find(tiers: readonly Tier[]): Promise<string[]> {
    const { wanted } = this.#question;
    const first = await this.#walk(tiers, this.#limits.first);
    const found: string[] = [];
    for (const [index, tier] of tiers.entries()) {
      const missing = wanted - found.length;
      const newest = first.found[index] ?? [];
      const isEnough = newest.length >= missing || first.count < this.#limits.first;
      found.push(
        ...(isEnough ? newest : await this.#findTier(tier, first, newest.length, missing)).slice(0, missing),
      );
      if (found.length >= wanted) break;
    }
    return found;
  }

  async #findTier(tier: Tier, sample: Walked, newest: number, missing: number): Promise<readonly string[]> {
    const needed = Math.ceil((this.#limits.first * missing * 1.3) / Math.max(newest, 0.5));
    if (needed <= this.#limits.most) {
      const further = await this.#walk([tier], needed);
      const found = further.found[0] ?? [];
      if (found.length >= missing || further.count < needed) return found;
    }
    return this.#ask(sample, tier.ways, missing);
  }

  async #walk(tiers: readonly Tier[], count: number): Promise<Walked> {
    const { reader, words, wanted } = this.#question;
    const perTerm = words.terms.map(
      (term) => sql`count(*) filter (where ${isMarked(lexemesOf(term))})::integer`,
    );
    const perTier = tiers.map(
      ({ fits }) => sql`to_json((array_agg(each.ref order by each.at desc, each.ref desc)
        filter (where ${fits} and ${this.#isAskedFor}))[1:${sql.lit(wanted)}])`,
    );
    const { rows } = await sql<{
      count: number;
      found: (string[] | null)[];
      visible: number;
      terms: number[];
    }>`
      select count(*)::integer as count,
        count(*) filter (where each.scope = any(${[...reader.scopes]}::text[]))::integer as visible,
        json_build_array(${sql.join(perTier)}) as found,
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
      found: (row?.found ?? []).map((refs) => refs ?? []),
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
