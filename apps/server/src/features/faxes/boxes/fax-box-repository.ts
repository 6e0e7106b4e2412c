import type { FaxBox, FaxBoxUpdate } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";

/** The lines the user works with, in the user's order, without the way their faxes leave. */
export async function readFaxBoxes(
  query: Kysely<DB>,
  { userId, customerId, features }: Pick<Actor, "userId" | "customerId" | "features">,
): Promise<Omit<FaxBox, "way">[]> {
  const rows = await query
    .selectFrom("fax_lines as line")
    .innerJoin("fax_line_users as member", "member.fax_line_id", "line.id")
    .select([
      "line.number",
      "line.name",
      "line.owner_id",
      "line.sends_mail",
      "line.sends_receipts",
      sql<number[]>`array(
        select agent.user_id from fax_line_users as agent
        where agent.fax_line_id = line.id order by agent.user_id
      )`.as("agents"),
    ])
    .where("member.user_id", "=", userId)
    .where("line.customer_id", "=", customerId)
    .orderBy("member.position")
    .orderBy("line.id")
    .execute();
  return rows.map((row) => ({
    mailbox: row.number,
    label: row.name || row.number,
    owned: row.owner_id === userId,
    manageable: row.owner_id === userId || features.has("administration"),
    agents: row.agents,
    mail: row.sends_mail,
    receipts: row.sends_receipts,
  }));
}

/** Whether anything is different now. */
export async function saveFaxBox(
  query: Kysely<DB>,
  lineId: number,
  { mail, receipts }: Omit<FaxBoxUpdate, "mailbox">,
): Promise<boolean> {
  const before = await query
    .selectFrom("fax_lines")
    .select(["sends_mail", "sends_receipts"])
    .where("id", "=", lineId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const after = {
    sends_mail: mail ?? before.sends_mail,
    sends_receipts: receipts ?? before.sends_receipts,
  };
  await query.updateTable("fax_lines").set(after).where("id", "=", lineId).execute();
  return after.sends_mail !== before.sends_mail || after.sends_receipts !== before.sends_receipts;
}
