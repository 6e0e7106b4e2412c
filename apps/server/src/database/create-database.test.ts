import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { OnEvents } from "./create-database.ts";
import type { Transaction } from "./database.ts";
import { lastEventId, readEvents } from "./events/event-log.ts";
import { OFTEN } from "./postgres/prepared-statements.ts";
import { madeUpEvent } from "./testing/published-events.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const onEvents = vi.fn<OnEvents>();
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let database: TestDatabase;
let customerId: number;

beforeAll(async () => {
  database = await createTestDatabase({ onEvents, log });
});
afterAll(() => database.drop());
beforeEach(async () => {
  onEvents.mockReset();
  log.error.mockReset();
  customerId = await addCompany();
});

async function addCompany(): Promise<number> {
  const row = await database.query
    .insertInto("customers")
    .values({ name: "Harbor Light" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function companyName(): Promise<string | undefined> {
  const row = await database.query
    .selectFrom("customers")
    .select("name")
    .where("id", "=", customerId)
    .executeTakeFirst();
  return row?.name;
}

const rename = (tx: Transaction, name: string): Promise<unknown> =>
  tx.query.updateTable("customers").set({ name }).where("id", "=", customerId).execute();

const anEvent = (type: string) => ({
  customerId,
  channel: `customer.${customerId}`,
  event: madeUpEvent({ type }),
});

const told = () =>
  onEvents.mock.calls.map(([company, lastId, events]) => [
    company,
    lastId,
    events.map(({ event }) => event.type),
  ]);

test("commits what the work did and returns its result", async () => {
  const result = await database.transaction(async (tx) => {
    await rename(tx, "Kept");
    return 42;
  });
  expect(result).toBe(42);
  expect(await companyName()).toBe("Kept");
});

test("undoes everything when the work throws, and passes on what it threw", async () => {
  const task = vi.fn();
  const failing = database.transaction(async (tx) => {
    await rename(tx, "Lost");
    tx.publish(anEvent("lost"));
    tx.onCommit(task);
    throw new RangeError("no");
  });
  await expect(failing).rejects.toThrow(RangeError);
  expect(await companyName()).toBe("Harbor Light");
  expect(await readEvents(database, customerId, 0, 10)).toEqual([]);
  expect(await lastEventId(database, customerId)).toBe(0);
  expect(task).not.toHaveBeenCalled();
  expect(onEvents).not.toHaveBeenCalled();
});

test("does not report success when a failed statement was swallowed: nothing would have been saved", async () => {
  const task = vi.fn();
  const swallowing = database.transaction(async (tx) => {
    await rename(tx, "Lost");
    tx.onCommit(task);
    await sql`select 1 / 0`.execute(tx.query).catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow("current transaction is aborted");
  expect(await companyName()).toBe("Harbor Light");
  expect(task).not.toHaveBeenCalled();
});

test("numbers the events of a company from one, in the order they were published", async () => {
  await database.transaction(async (tx) => {
    tx.publish(anEvent("first"));
    tx.publish({ ...anEvent("second"), channel: "user.7" });
  });
  await database.transaction(async (tx) => tx.publish(anEvent("third")));
  expect(await readEvents(database, customerId, 0, 10)).toEqual([
    { id: 1, channel: `customer.${customerId}`, event: { type: "first" } },
    { id: 2, channel: "user.7", event: { type: "second" } },
    { id: 3, channel: `customer.${customerId}`, event: { type: "third" } },
  ]);
});

test("keeps every company's own count", async () => {
  const other = await addCompany();
  await database.transaction(async (tx) => {
    tx.publish({ ...anEvent("theirs"), customerId: other });
    tx.publish(anEvent("ours"));
    tx.publish({ ...anEvent("theirs too"), customerId: other });
  });
  expect(await lastEventId(database, customerId)).toBe(1);
  expect((await readEvents(database, other, 0, 10)).map((each) => each.event.type)).toEqual([
    "theirs",
    "theirs too",
  ]);
  expect(told()).toEqual([
    [customerId, 1, ["ours"]],
    [other, 2, ["theirs", "theirs too"]],
  ]);
});

test("a statement marked as frequent is kept by its connection, others are not", async () => {
  const kept = await database.query.connection().execute(async (query) => {
    for (const name of ["one", "two"]) {
      await sql`${OFTEN} select ${name}::text as name`.execute(query);
      await sql`select ${name}::text as other`.execute(query);
    }
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%as name' or statement like '%as other'`.execute(
      query,
    );
    return rows.map(({ statement }) => statement);
  });
  expect(kept).toEqual(["/* often */ select $1::text as name"]);
});

test("events of no stored change are written in one step and told like others", async () => {
  const other = await addCompany();
  await database.publish([{ ...anEvent("theirs"), customerId: other }, anEvent("ours")]);
  expect((await readEvents(database, customerId, 0, 10)).map((each) => each.event.type)).toEqual(["ours"]);
  expect(told()).toEqual([
    [customerId, 1, ["ours"]],
    [other, 1, ["theirs"]],
  ]);
  await expect(database.publish([{ ...anEvent("lost"), customerId: 0 }])).rejects.toThrow("unknown company");
});

test("wakes listeners and runs commit tasks when others can already see the change", async () => {
  const seen: (string | undefined)[] = [];
  await new Promise<void>((resolve) => {
    onEvents.mockImplementation(() => void companyName().then((name) => seen.push(name)));
    void database.transaction(async (tx) => {
      await rename(tx, "Visible");
      tx.publish(anEvent("renamed"));
      tx.onCommit(() => void companyName().then((name) => resolve(void seen.push(name))));
    });
  });
  expect(seen).toEqual(["Visible", "Visible"]);
});

test("a commit task that fails is logged; the others run and the result stands", async () => {
  const other = vi.fn();
  const result = await database.transaction(async (tx) => {
    tx.onCommit(() => {
      throw new Error("listener is broken");
    });
    tx.onCommit(other);
    return "saved";
  });
  expect(result).toBe("saved");
  expect(other).toHaveBeenCalledTimes(1);
  expect(log.error).toHaveBeenCalledTimes(1);
});

test("refuses an event for a company that does not exist, with the whole transaction", async () => {
  const failing = database.transaction(async (tx) => {
    await rename(tx, "Lost");
    tx.publish({ ...anEvent("stray"), customerId: 999_999 });
  });
  await expect(failing).rejects.toThrow("unknown company 999999");
  expect(await companyName()).toBe("Harbor Light");
});

test("refuses an event of work that nobody waited for", async () => {
  let escaped: Transaction | undefined;
  await database.transaction(async (tx) => {
    escaped = tx;
  });
  expect(() => escaped?.publish(anEvent("late"))).toThrow("The transaction is over");
  expect(() => escaped?.onCommit(() => undefined)).toThrow("The transaction is over");
});

test("a nested part that fails takes only its own changes, events and tasks back", async () => {
  const undone = vi.fn();
  const done = vi.fn();
  await database.transaction(async (tx) => {
    await rename(tx, "Outer");
    tx.publish(anEvent("outer"));
    const failing = tx.nested(async (inner) => {
      await rename(inner, "Inner");
      inner.publish(anEvent("undone"));
      inner.onCommit(undone);
      await sql`select 1 / 0`.execute(inner.query);
    });
    await expect(failing).rejects.toThrow("division by zero");
    await tx.nested(async (inner) => {
      inner.publish(anEvent("nested"));
      inner.onCommit(done);
      await inner.nested(async (innermost) => innermost.publish(anEvent("innermost")));
    });
  });
  expect(await companyName()).toBe("Outer");
  const types = (await readEvents(database, customerId, 0, 10)).map((each) => each.event.type);
  expect(types).toEqual(["outer", "nested", "innermost"]);
  expect(undone).not.toHaveBeenCalled();
  expect(done).toHaveBeenCalledTimes(1);
});

test("a transaction whose connection is lost reports what went wrong first, and the pool goes on", async () => {
  const failing = database.transaction(async (tx) => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx.query);
  });
  await expect(failing).rejects.toThrow(/terminating connection/);
  expect(await companyName()).toBe("Harbor Light");
});

test("a connection lost between two statements of a transaction does not end the process", async () => {
  const failing = database.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.query);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.query);
    await vi.waitUntil(() => log.warn.mock.calls.length > 0, { timeout: 10_000 });
    await rename(tx, "Lost");
  });
  log.warn.mockReset();
  await expect(failing).rejects.toThrow();
  expect(await companyName()).toBe("Harbor Light");
});

test("64-bit integers are numbers, exact or refused; a calendar day stays as it is written", async () => {
  const read = (expression: string) =>
    sql<{ value: unknown }>`select ${sql.raw(expression)} as value`
      .execute(database.query)
      .then(({ rows }) => rows[0]?.value);
  expect(await read("9007199254740991::bigint")).toBe(Number.MAX_SAFE_INTEGER);
  await expect(read("9007199254740993::bigint")).rejects.toThrow(RangeError);
  expect(await read("date '2030-03-31'")).toBe("2030-03-31");
});
