import type pg from "pg";
import { expect, test } from "vitest";
import { type PlainPool, preparingPool } from "./prepared-statements.ts";

/** A pool of one connection that writes down what it is asked. */
class WritingPool implements PlainPool {
  readonly asked: (string | undefined)[] = [];
  readonly released: unknown[] = [];
  isBroken = false;
  readonly #client = {
    query: (text: string | { readonly name: string }): Promise<pg.QueryResult> => {
      this.asked.push(typeof text === "string" ? text : text.name);
      return this.isBroken ? Promise.reject(new Error("gone")) : Promise.resolve({} as pg.QueryResult);
    },
    release: (isBroken?: unknown) => void this.released.push(isBroken),
  } as unknown as Pick<pg.PoolClient, "query" | "release">;

  async connect(): Promise<Pick<pg.PoolClient, "query" | "release">> {
    return this.#client;
  }

  async end(): Promise<void> {}
}

test("what is needed often is prepared under one name, everything else is not", async () => {
  const pool = new WritingPool();
  const client = await preparingPool(pool).connect();
  await client.query("/* often */ select 1", []);
  await client.query("select 2", []);
  await client.query("/* often */ select 1", []);
  await client.query("/* often */ select 3", []);
  expect(pool.asked).toEqual(["often_1", "select 2", "often_1", "often_2"]);
});

test("plans are made anew now and then, as tables grow", async () => {
  let now = 0;
  const pool = new WritingPool();
  const preparing = preparingPool(pool, () => now);
  await preparing.connect();
  now = 9_000;
  await preparing.connect();
  expect(pool.asked).toEqual([]);
  now = 11_000;
  await preparing.connect();
  await preparing.connect();
  expect(pool.asked).toEqual(["discard plans"]);
});

test("plans of an older connection last longer, ten minutes at most", async () => {
  let now = 0;
  const pool = new WritingPool();
  const preparing = preparingPool(pool, () => now);
  const madeAt: number[] = [];
  for (; now < 3_000_000; now += 1_000) {
    await preparing.connect();
    if (pool.asked.pop()) madeAt.push(now / 1_000);
  }
  expect(madeAt.slice(0, 4)).toEqual([11, 32, 73, 154]);
  expect((madeAt.at(-1) ?? 0) - (madeAt.at(-2) ?? 0)).toBe(601);
});

test("a connection that turns out to be broken goes back as such", async () => {
  let now = 0;
  const pool = new WritingPool();
  const preparing = preparingPool(pool, () => now);
  await preparing.connect();
  now = 20_000;
  pool.isBroken = true;
  await expect(preparing.connect()).rejects.toThrow("gone");
  expect(pool.released).toEqual([true]);
});
