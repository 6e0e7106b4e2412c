import { type Fit, fitOf, folded, numberSearch, searchTerms } from "@offhook/search";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { createPostgresSearchIndex } from "./postgres-search-index.ts";
import { NO_FILTER, type SearchIndex } from "./search-index.ts";

/** What a plain scan looks through. */
interface Scanned {
  readonly ref: string;
  readonly scope: string;
  readonly text: string;
  /** Digits of numbers, by which it is found too. */
  readonly digits: string;
  readonly party: string;
  readonly at: number;
}

const WORDS = [
  ..."ramp ram wheelchair Sørensen sorensen Müller straße Straße O'Neil 5 Unit ana@x.com 李明 明 東京 שלום محمد".split(
    " ",
  ),
  ..."2125550101 212-555-0102 the theatre a an 11/18 naïve NAIVE ﬁne".split(" "),
];
const NUMBERS = ["12125550101", "12125550102", "442079460001", "101", "16465550101"];
const SCOPES = ["1", "2", "3"];

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(" "));
const row = fc.record({
  text,
  line: fc.constantFrom(...SCOPES),
  number: fc.constantFrom(...NUMBERS),
  at: fc.integer({ min: 1, max: 30 }),
});
const rows = fc.array(row, { maxLength: 40 });

/** Words, parts of them, phrases and numbers, as they are typed. */
const piece = fc.oneof(
  fc.constantFrom(...WORDS),
  fc
    .tuple(fc.constantFrom(...WORDS), fc.nat(4), fc.integer({ min: 2, max: 9 }))
    .map(([word, from, length]) => word.slice(from, from + length)),
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map((words) => `"${words.join(" ")}"`),
  fc.constantFrom("212 555", "(212) 555-01", "+44 20", "020 794", "555", "***", "%", "_"),
);
const typed = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(" "));
const asked = fc.record({
  typed,
  scopes: fc.subarray(SCOPES),
  parties: fc.subarray(NUMBERS, { maxLength: 2 }),
  wanted: fc.constantFrom(3, 60),
});
type Asked = typeof asked extends fc.Arbitrary<infer Value> ? Value : never;

function scan(
  all: readonly Scanned[],
  { typed, scopes, parties, wanted }: Asked,
  byNumber: boolean,
): string[] {
  const terms = searchTerms(typed);
  const number = byNumber ? numberSearch(typed) : undefined;
  const fitFor = (each: Scanned): Fit | undefined => {
    const words = folded(each.text);
    const isNumber =
      number?.digits.some((digits) => each.digits.includes(digits)) && fitOf(number.rest, words) === "begins";
    if (isNumber || (byNumber && parties.includes(each.party))) return "begins";
    return terms.length === 0 ? undefined : fitOf(terms, words);
  };
  const seen = all.filter(({ scope }) => scopes.includes(scope));
  const inOrder = (wantedFit: Fit): string[] =>
    seen
      .filter((each) => fitFor(each) === wantedFit)
      .sort((a, b) => b.at - a.at || (a.ref < b.ref ? 1 : -1))
      .map(({ ref }) => ref);
  return [...inOrder("begins"), ...inOrder("holds")].slice(0, wanted);
}

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await run(`
    insert into customers (id, name) values (1, 'One'), (2, 'Two');
    insert into phones (id, customer_id, name) select n, 1, 'line' || n from generate_series(1, 3) as n;
    insert into phones (id, customer_id, name) values (4, 2, 'theirs');
    insert into sms_lines (id, customer_id, number, name) select n, 1, '1646555020' || n, 'Line' from generate_series(1, 3) as n;
    insert into chat_users (id, customer_id, access_auth, access_anon, created_at, updated_at) values ('usr1', 1, 0, 0, now(), now());
    insert into chat_topics (name, kind, customer_id, access_auth, access_anon, created_at, updated_at, touched_at)
      select 'grp' || n, 'group', 1, 0, 0, now(), now(), now() from generate_series(1, 3) as n;
  `);
});
afterAll(() => database.drop());

const run = (statements: string) => sql.raw(statements).execute(database.query);
const insertRows = (given: readonly unknown[], statement: string) =>
  sql`with given as (select * from json_to_recordset(${JSON.stringify(given)}::json)
    as given (text text, line int, number text, at int, ref text, n int)) ${sql.raw(statement)}`.execute(
    database.query,
  );

type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

/** How each category comes to its documents, and what a scan sees of them. */
const CATEGORIES = {
  smsm: {
    prefix: "sms:",
    byNumber: false,
    async write(given: readonly Row[]): Promise<Scanned[]> {
      await run("delete from sms_conversations");
      await insertRows(
        given,
        `insert into sms_conversations (customer_id, sms_line_id, number, last_at)
        select distinct 1, line, number, now() from given`,
      );
      const numbered = given.map((each, n) => ({ ...each, n: n + 1 }));
      await insertRows(
        numbered,
        `insert into sms_messages (id, customer_id, conversation_id, direction, text, at)
        select n, 1, conversation.id, 'in', text, to_timestamp(at) from given
        join sms_conversations as conversation on sms_line_id = line and conversation.number = given.number`,
      );
      return numbered.map((each) => scanned(each, String(each.n), "sms:"));
    },
  },
  cdrs: {
    prefix: "phone:",
    byNumber: true,
    async write(given: readonly Row[]): Promise<Scanned[]> {
      await run("delete from call_records");
      const numbered = given.map((each, n) => ({ ...each, ref: `call-${n}` }));
      await insertRows(
        numbered,
        `insert into call_records (id, call_id, customer_id, phone_id, dir, own_number, number, name, dialled, started_at,
          seen_at, ended_at, status)
        select ref, ref, 1, line, 'in', '', number, text, '', to_timestamp(at), now(), now(), 'answer' from given`,
      );
      return numbered.map((each) => scanned(each, each.ref, "phone:"));
    },
  },
  teams: {
    prefix: "topic:grp",
    byNumber: false,
    async write(given: readonly Row[]): Promise<Scanned[]> {
      await run("delete from chat_messages");
      const numbered = given.map((each, n) => ({ ...each, n: n + 1 }));
      await insertRows(
        numbered,
        `insert into chat_messages (topic, seq, from_user, sent_at, plain_text)
        select 'grp' || line, n, 'usr1', to_timestamp(at), text from given`,
      );
      return numbered
        .filter((each) => each.text !== "")
        .map((each) => scanned(each, `grp${each.line}:${each.n}`, "topic:grp"));
    },
  },
} as const;

const scanned = (each: Row, ref: string, prefix: string): Scanned => ({
  ref,
  scope: prefix + each.line,
  text: each.text,
  digits: each.number,
  party: each.number,
  at: each.at,
});

// By walking what is newest, and by the index: where there are few documents, only the first would be tried.
const WAYS = {
  walk: { first: 3_000, most: 15_000 },
  index: { first: 1, most: 1 },
  "walk further": { first: 2, most: 9 },
};

describe.each(Object.keys(CATEGORIES) as (keyof typeof CATEGORIES)[])("%s", (category) => {
  const { prefix, byNumber, write } = CATEGORIES[category];
  test("[SEA2] [SEA3] [SEA4] [SEA7] [SEA8] [SER1] what is found is what a scan of all finds, in its order", async () => {
    const indexes = Object.entries(WAYS).map(
      ([way, walk]) => [way, createPostgresSearchIndex(database, walk)] as const,
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.array(asked, { minLength: 1, maxLength: 8 }), async (given, questions) => {
        const all = await write(given);
        for (const question of questions) {
          const own = { ...question, scopes: question.scopes.map((scope) => prefix + scope) };
          const expected = scan(all, own, byNumber);
          for (const [way, index] of indexes)
            expect([way, question.typed, await find(index, own)]).toEqual([way, question.typed, expected]);
        }
      }),
      { numRuns: 40 },
    );
  });

  const find = async (index: SearchIndex, { typed, scopes, parties, wanted }: Asked): Promise<string[]> => {
    const terms = searchTerms(typed);
    if (terms.length === 0 && (!byNumber || parties.length === 0)) return [];
    return index.find(category, {
      reader: { customerId: 1, userId: 1, chatUser: "usr1", scopes },
      words: { terms, number: numberSearch(typed), parties, day: undefined },
      filter: NO_FILTER,
      wanted,
    });
  };
});
