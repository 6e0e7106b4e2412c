import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DB } from "./schema/database-schema.ts";

/** As colleagues read it; empty where a join found no user. */
export function userName({
  firstname,
  lastname,
}: {
  readonly firstname: string | null;
  readonly lastname: string | null;
}): string {
  return `${firstname ?? ""} ${lastname ?? ""}`.trim();
}

/** The same within a statement, of the users joined by this name; null where none was found. */
export function userNameOf(alias: string): RawBuilder<string | null> {
  return sql`trim(${sql.ref(`${alias}.firstname`)} || ' ' || ${sql.ref(`${alias}.lastname`)})`;
}

/** Empty where the user is gone. */
export async function findUserName(query: Kysely<DB>, userId: number): Promise<string> {
  const user = await query
    .selectFrom("users")
    .select(["firstname", "lastname"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user ? userName(user) : "";
}
