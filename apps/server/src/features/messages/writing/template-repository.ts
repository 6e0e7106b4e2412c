import type { SmsTemplate } from "@offhook/contract";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";

export function listTemplates(query: Kysely<DB>, customerId: number): Promise<SmsTemplate[]> {
  return query
    .selectFrom("sms_templates")
    .select(["id", "title", "description"])
    .where("customer_id", "=", customerId)
    .orderBy("title")
    .orderBy("id")
    .execute();
}

/** With a client id that was there before: nothing happens, and what was made then is returned. */
export async function insertTemplate(
  query: Kysely<DB>,
  row: {
    readonly customer_id: number;
    readonly uuid: string | null;
    readonly title: string;
    readonly description: string;
  },
): Promise<SmsTemplate | undefined> {
  const inserted = await query
    .insertInto("sms_templates")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "title", "description"])
    .executeTakeFirst();
  if (inserted) return inserted;
  return query
    .selectFrom("sms_templates")
    .select(["id", "title", "description"])
    .where("customer_id", "=", row.customer_id)
    .where("uuid", "=", row.uuid)
    .executeTakeFirst();
}

export function updateTemplate(
  query: Kysely<DB>,
  customerId: number,
  { id, title, description }: SmsTemplate,
): Promise<SmsTemplate | undefined> {
  return query
    .updateTable("sms_templates")
    .set({ title, description })
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .returning(["id", "title", "description"])
    .executeTakeFirst();
}

export async function deleteTemplate(query: Kysely<DB>, customerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom("sms_templates")
    .where("customer_id", "=", customerId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
