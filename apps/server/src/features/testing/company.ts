import { randomUUID } from "node:crypto";
import { type AnyPushEvent, FEATURES, type TaskSourceType } from "@offhook/contract";
import type { Insertable } from "kysely";
import type { Database } from "../../database/database.ts";
import type { Customers, Phones, Tasks, Users } from "../../database/schema/database-schema.ts";
import type { Actor } from "../../platform/actor.ts";

let lastNumber = 0;
const nextNumber = (): number => ++lastNumber;

/** Inserts a company. */
export async function aCompany(
  database: Database,
  given: Partial<Insertable<Customers>> = {},
): Promise<number> {
  const { id } = await database.query
    .insertInto("customers")
    .values({ name: `Company ${nextNumber()}`, ...given })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Inserts a user and signs them in. */
export async function aUser(
  database: Database,
  customerId: number,
  given: Partial<Insertable<Users>> = {},
): Promise<Actor> {
  const username = `user${nextNumber()}@company.example`;
  const { id } = await database.query
    .insertInto("users")
    .values({
      customer_id: customerId,
      username,
      email: username,
      firstname: "Some",
      lastname: "One",
      ...given,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { userId: id, customerId, sessionId: `session-${id}`, features: new Set(FEATURES) };
}

/** Inserts a phone line and gives it to the user, behind those they have. */
export async function aPhone(
  database: Database,
  { userId, customerId }: Actor,
  given: Partial<Insertable<Phones>> = {},
): Promise<{ id: number; name: string }> {
  const number = nextNumber();
  const phone = await database.query
    .insertInto("phones")
    .values({ customer_id: customerId, name: `phone-${number}`, extension: `${1000 + number}`, ...given })
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
  await database.query
    .insertInto("phone_users")
    .values({ phone_id: phone.id, user_id: userId, position: number })
    .execute();
  return phone;
}

/** Inserts an open task about something, made by the user. */
export async function aTask(
  database: Database,
  { userId, customerId }: Actor,
  about: { readonly source: TaskSourceType; readonly source_id: string; readonly line: string },
  given: Partial<Insertable<Tasks>> = {},
): Promise<void> {
  await database.query
    .insertInto("tasks")
    .values({
      ...about,
      customer_id: customerId,
      uuid: randomUUID(),
      channel: `${about.source}.${about.line}`,
      status: "new",
      is_current: true,
      created_by: userId,
      created_on: new Date(),
      ...given,
    })
    .execute();
}

/** What a company's clients were told so far, oldest first. */
export async function eventsOf(
  database: Database,
  customerId: number,
): Promise<{ channel: string; event: AnyPushEvent }[]> {
  const rows = await database.query
    .selectFrom("events")
    .select(["channel", "event"])
    .where("customer_id", "=", customerId)
    .orderBy("id")
    .execute();
  return rows.map(({ channel, event }) => ({ channel, event: event as AnyPushEvent }));
}
