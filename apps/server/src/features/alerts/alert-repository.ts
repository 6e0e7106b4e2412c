import type { Insertable, Kysely, Selectable } from "kysely";
import { sql } from "kysely";
import type { AdminAlerts, DB } from "../../database/schema/database-schema.ts";
import { userNameOf } from "../../database/user-name-repository.ts";

export interface StoredAlert extends Selectable<AdminAlerts> {
  /** The name of the administrator who put it aside. */
  readonly dismisser: string | null;
}

/** Somebody who is told. */
export interface Receiver {
  readonly id: number;
  readonly email: string;
}

const MAX_LISTED = 200;

const ALERT_COLUMNS = [
  "admin_alerts.id",
  "admin_alerts.customer_id",
  "admin_alerts.kind",
  "admin_alerts.subject",
  "admin_alerts.title",
  "admin_alerts.text",
  "admin_alerts.count",
  "admin_alerts.first_at",
  "admin_alerts.last_at",
  "admin_alerts.mailed",
  "admin_alerts.told",
  "admin_alerts.dismissed_at",
  "admin_alerts.dismissed_by",
] as const;

function alerts(query: Kysely<DB>, customerId: number) {
  return query
    .selectFrom("admin_alerts")
    .leftJoin("users", "users.id", "admin_alerts.dismissed_by")
    .select(ALERT_COLUMNS)
    .select(userNameOf("users").as("dismisser"))
    .where("admin_alerts.customer_id", "=", customerId);
}

export function listAlerts(query: Kysely<DB>, customerId: number): Promise<StoredAlert[]> {
  return alerts(query, customerId)
    .orderBy("last_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_LISTED)
    .execute();
}

/** What a user who is no administrator was told of, as far as nobody has put it aside. */
export function listOpenAlertsFor(
  query: Kysely<DB>,
  { customerId, userId }: { readonly customerId: number; readonly userId: number },
): Promise<StoredAlert[]> {
  return alerts(query, customerId)
    .where("dismissed_at", "is", null)
    .where(sql<boolean>`${userId} = any (told)`)
    .orderBy("last_at", "desc")
    .limit(MAX_LISTED)
    .execute();
}

export function findAlert(
  query: Kysely<DB>,
  customerId: number,
  id: number,
): Promise<StoredAlert | undefined> {
  return alerts(query, customerId).where("admin_alerts.id", "=", id).executeTakeFirst();
}

/** Counts it with an open one of the same kind and subject that began after `since`; undefined when there is none. */
export async function countRepeat(
  query: Kysely<DB>,
  alert: Pick<Insertable<AdminAlerts>, "customer_id" | "kind" | "subject">,
  repeat: { readonly since: Date; readonly at: Date; readonly times: number },
): Promise<number | undefined> {
  const { customer_id, kind, subject } = alert;
  const row = await query
    .updateTable("admin_alerts")
    .set({ count: sql`count + ${repeat.times}`, last_at: repeat.at })
    .where("id", "=", (newest) =>
      newest
        .selectFrom("admin_alerts")
        .select("id")
        .where("customer_id", "=", customer_id)
        .where("kind", "=", kind)
        .where("subject", "=", subject)
        .where("first_at", ">", repeat.since)
        .where("dismissed_at", "is", null)
        .orderBy("first_at", "desc")
        .limit(1),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function insertAlert(query: Kysely<DB>, alert: Insertable<AdminAlerts>): Promise<number> {
  const { id } = await query
    .insertInto("admin_alerts")
    .values(alert)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** False when it had been put aside already. */
export async function dismissAlert(
  query: Kysely<DB>,
  id: number,
  by: { readonly userId: number; readonly at: Date },
): Promise<boolean> {
  const row = await query
    .updateTable("admin_alerts")
    .set({ dismissed_at: by.at, dismissed_by: by.userId })
    .where("id", "=", id)
    .where("dismissed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function countMailedAlerts(query: Kysely<DB>, customerId: number, since: Date): Promise<number> {
  const { mailed } = await query
    .selectFrom("admin_alerts")
    .select(sql<number>`count(*)::int`.as("mailed"))
    .where("customer_id", "=", customerId)
    .where("first_at", ">", since)
    .where("mailed", "=", true)
    .executeTakeFirstOrThrow();
  return mailed;
}

export async function deleteOldAlerts(query: Kysely<DB>, customerId: number, before: Date): Promise<void> {
  await query
    .deleteFrom("admin_alerts")
    .where("customer_id", "=", customerId)
    .where("last_at", "<", before)
    .execute();
}

/** Administrators and whoever else is told. The role is read as everywhere: see `isAdministrator`. */
export function listReceivers(
  query: Kysely<DB>,
  customerId: number,
  told: readonly number[],
): Promise<Receiver[]> {
  return query
    .selectFrom("users")
    .select(["id", "email"])
    .where("customer_id", "=", customerId)
    .where("disabled_at", "is", null)
    .where((is) =>
      is.or([sql<boolean>`roles ->> 'tc_admin' = '1'`, is("id", "=", is.fn.any(is.val([...told])))]),
    )
    .orderBy("id")
    .execute();
}

export async function listCompanies(query: Kysely<DB>): Promise<number[]> {
  const rows = await query.selectFrom("customers").select("id").orderBy("id").execute();
  return rows.map(({ id }) => id);
}
