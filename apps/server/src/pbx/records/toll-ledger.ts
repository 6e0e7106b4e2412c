import type { TollStore } from "@offhook/pbx";
import { sql } from "kysely";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";

/** What outside calls have cost: in memory for the guard, in the database for the next start. */
export class TollLedger implements TollStore {
  readonly #database: Database;
  readonly #log: Pick<BaseLogger, "error">;
  readonly #spent = new Map<string, number>();

  constructor(database: Database, log: Pick<BaseLogger, "error">) {
    this.#database = database;
    this.#log = log;
  }

  async load(now: number): Promise<void> {
    // Yesterday too: a call over midnight is charged to the day it began.
    const since = new Date(now - 86_400_000).toISOString().slice(0, 10);
    const rows = await this.#database.query
      .selectFrom("toll_spending")
      .selectAll()
      .where("day", ">=", since)
      .execute();
    this.#spent.clear();
    for (const { customer_id, day, amount } of rows) this.#spent.set(`${customer_id} ${day}`, Number(amount));
  }

  spent(companyId: string, day: string): number {
    return this.#spent.get(`${companyId} ${day}`) ?? 0;
  }

  add(companyId: string, day: string, amount: number): void {
    if (amount <= 0) return;
    this.#spent.set(`${companyId} ${day}`, this.spent(companyId, day) + amount);
    this.#save(companyId, day, amount).catch((error: unknown) =>
      this.#log.error({ err: error, companyId }, "The cost of a call could not be stored"),
    );
  }

  async #save(companyId: string, day: string, amount: number): Promise<void> {
    await sql`
      insert into toll_spending (customer_id, day, amount)
      select id, ${day}, ${amount} from customers where id = ${Number(companyId)}
      on conflict (customer_id, day) do update set amount = toll_spending.amount + excluded.amount`.execute(
      this.#database.query,
    );
  }
}
