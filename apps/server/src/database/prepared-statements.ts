import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from "kysely";
import type pg from "pg";

const MARK = "/* often */";

/**
 * Written into a statement of which a busy server needs many a second, it makes each connection plan it once: planning
 * costs more than running it. Only for a text that is always the same; what differs goes into parameters.
 */
export const OFTEN: RawBuilder<unknown> = sql.raw(MARK);

/** A pool whose connections keep the statements marked so. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `often_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  return {
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect();
      const query = (text: string, values: unknown[]): Promise<pg.QueryResult> =>
        text.includes(MARK) ? client.query({ name: nameOf(text), text, values }) : client.query(text, values);
      // Its other form is for cursors, which nobody here uses.
      return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
    },
    end: () => pool.end(),
  };
}
