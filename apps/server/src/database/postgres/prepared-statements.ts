import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql } from "kysely";
import type pg from "pg";

const MARK = "/* often */";

/**
 * Written into a statement of which a busy server needs many a second, it makes each connection plan it once: planning
 * costs more than running it. Only for a text that is always the same; what differs goes into parameters.
 */
export const OFTEN: RawBuilder<unknown> = sql.raw(MARK);

const LEAST_ROWS = 32;

/**
 * How many rows a statement may have at most, as a part of its text. Of a limit that is a parameter PostgreSQL guesses
 * that it lets a tenth of all rows through: it finds a plan for all parameters so dear that it plans anew each time. A
 * power of two, so that there are few texts; the exact limit is a parameter around it.
 */
export function limitOfText(limit: number): RawBuilder<unknown> {
  return sql.lit(Math.max(LEAST_ROWS, 2 ** Math.ceil(Math.log2(limit))));
}

/**
 * A plan made for an empty table reads all of it, also when it has grown. A connection's first plans are good for ten
 * seconds, the next for twenty, and so on: a young installation grows fast, and making all plans anew costs whoever
 * comes next twenty milliseconds.
 */
const FIRST_PLANS_LAST_MS = 10_000;
const PLANS_LAST_MS = 600_000;

interface Plans {
  readonly madeAt: number;
  readonly lastMs: number;
}

/** What is needed of a pool and its connections. */
export interface PlainPool {
  connect(): Promise<Pick<pg.PoolClient, "query" | "release">>;
  end(): Promise<void>;
}

/** A pool whose connections keep the statements marked so. */
export function preparingPool(pool: PlainPool, now: () => number = Date.now): PostgresPool {
  const names = new Map<string, string>();
  const plansOf = new WeakMap<object, Plans>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `often_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  const forgetOldPlans = async (client: Pick<pg.PoolClient, "query" | "release">): Promise<void> => {
    const plans = plansOf.get(client);
    if (plans && Math.abs(now() - plans.madeAt) <= plans.lastMs) return;
    const lastMs = plans ? Math.min(2 * plans.lastMs, PLANS_LAST_MS) : FIRST_PLANS_LAST_MS;
    plansOf.set(client, { madeAt: now(), lastMs });
    if (!plans) return;
    try {
      await client.query("discard plans");
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
  return {
    async connect(): Promise<PostgresPoolClient> {
      const client = await pool.connect();
      await forgetOldPlans(client);
      const query = (text: string, values: unknown[]): Promise<pg.QueryResult> =>
        text.includes(MARK) ? client.query({ name: nameOf(text), text, values }) : client.query(text, values);
      // Its other form is for cursors, which nobody here uses.
      return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release() };
    },
    end: () => pool.end(),
  };
}
