import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import { ManyWords } from "./many-words.ts";

const BATCH = 20_000;

/** `many_sentences (place, text)`, from 1, is there while `work` runs: what rows are written from by the hundred thousand. */
export async function withManySentences(
  query: Kysely<DB>,
  { count, seed }: { readonly count: number; readonly seed: number },
  work: () => Promise<void>,
): Promise<void> {
  const words = new ManyWords(seed);
  await sql`create temporary table many_sentences (place integer, text text)`.execute(query);
  for (let from = 1; from <= count; from += BATCH) {
    const length = Math.min(BATCH, count - from + 1);
    const texts = JSON.stringify(Array.from({ length }, () => words.sentence()));
    await sql`
      insert into many_sentences (place, text)
      select ${from} + position - 1, text
      from json_array_elements_text(${texts}::json) with ordinality as said (text, position)`.execute(query);
  }
  await sql`analyze many_sentences`.execute(query);
  await work();
  await sql`drop table many_sentences`.execute(query);
}

/**
 * Before many rows are written at once: checks and triggers of these tables have made their plans for the few rows of the
 * small company, and would read a whole table for each of a million. Those that are made now see how large it has become.
 */
export async function forgetPlans(query: Kysely<DB>, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(query);
}
