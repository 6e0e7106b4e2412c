import { type Kysely, sql } from "kysely";
import type { DB } from "../schema/database-schema.ts";
import { all, any, type Condition, holdsAll, waysToFit } from "./search-conditions.ts";
import type { SearchQuestion } from "./search-index.ts";
import { isAskedFor } from "./search-visibility.ts";

/** Beyond so many it is faster to walk the conversations in their order than to put those that fit in order. */
const MANY = 2_000;

/** Conversations by the number at the other end, newest first. Their time changes with every text: it is theirs. */
export async function findConversations(query: Kysely<DB>, question: SearchQuestion): Promise<string[]> {
  const { words, wanted } = question;
  const ways = waysToFit({ ...words, day: undefined });
  const fits = ways.length === 0 ? sql<boolean>`true` : any(ways.map((way) => way.fits));
  const indexed = ways.map((way) => all([way.indexed([], []), way.fits]));
  const found = await findThose(query, question, fits, indexed, wanted);
  if (found.length >= wanted || words.terms.length === 0) return found;
  const within = all([holdsAll(words.terms), sql<boolean>`not ${fits}`]);
  return [...found, ...(await findThose(query, question, within, [within], wanted - found.length))];
}

async function findThose(
  query: Kysely<DB>,
  question: SearchQuestion,
  fits: Condition,
  indexed: readonly Condition[],
  wanted: number,
): Promise<string[]> {
  const { customerId } = question.reader;
  const span = spanOf(question);
  const asked = isAskedFor("smsc", {
    ...question,
    filter: { ...question.filter, span: { from: undefined, until: undefined } },
  });
  if (indexed.length > 0) {
    const { rows: few } = await sql<{ ref: string }>`
      ${sql.join(
        indexed.map(
          (condition) => sql`(
            select each.ref from search_conversations as each
            where each.customer_id = ${customerId} and ${condition} limit ${MANY}
          )`,
        ),
        sql` union all `,
      )}`.execute(query);
    if (few.length < MANY) {
      const ids = few.map(({ ref }) => Number(ref));
      const { rows } = await sql<{ ref: string }>`
        select each.ref from search_conversations as each
        join sms_conversations as conversation on conversation.id = each.ref::integer
        where each.ref = any(${ids.map(String)}::text[]) and ${asked} and ${span}
        order by conversation.last_at desc, conversation.id desc
        limit ${wanted}`.execute(query);
      return rows.map(({ ref }) => ref);
    }
  }
  const { rows } = await sql<{ ref: string }>`
    select each.ref from sms_conversations as conversation
    join search_conversations as each on each.ref = conversation.id::text
    where conversation.customer_id = ${customerId} and conversation.deleted_at is null
      and ${fits} and ${asked} and ${span}
    order by conversation.last_at desc, conversation.id desc
    limit ${wanted}`.execute(query);
  return rows.map(({ ref }) => ref);
}

function spanOf({ filter: { span } }: SearchQuestion): Condition {
  return all([
    ...(span.from ? [sql<boolean>`conversation.last_at >= ${span.from}`] : []),
    ...(span.until ? [sql<boolean>`conversation.last_at < ${span.until}`] : []),
  ]);
}
