import type { Kysely } from "kysely";
import { isOnForUser } from "../../../database/feature-roles.ts";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import type { Actor } from "../../../platform/actor.ts";
import { noSmsAccess } from "../message-errors.ts";

export interface SmsLine {
  readonly id: number;
  readonly customerId: number;
  readonly number: string;
  readonly name: string;
}

type Reader = Pick<Actor, "userId" | "customerId">;

/** A user with messaging off has no lines: what is read or marked by line needs no other check. */
function ownLines(query: Kysely<DB>, { userId, customerId }: Reader) {
  return query
    .selectFrom("sms_lines")
    .modifyFront(OFTEN)
    .innerJoin("sms_line_users", "sms_line_users.sms_line_id", "sms_lines.id")
    .innerJoin("users", "users.id", "sms_line_users.user_id")
    .where(isOnForUser("messaging"))
    .select(["sms_lines.id", "sms_lines.customer_id as customerId", "sms_lines.number", "sms_lines.name"])
    .where("sms_line_users.user_id", "=", userId)
    .where("sms_lines.customer_id", "=", customerId);
}

export function listOwnSmsLines(query: Kysely<DB>, actor: Reader): Promise<SmsLine[]> {
  return ownLines(query, actor).orderBy("sms_line_users.position").orderBy("sms_lines.id").execute();
}

/** Naming another user's line is refused: an empty list would look like there was nothing. */
export function chosenLines(
  own: readonly SmsLine[],
  wanted: readonly string[] | undefined,
): readonly SmsLine[] {
  if (wanted === undefined) return own;
  const numbers = new Set(wanted.map((number) => number.replace(/\D/g, "")));
  const chosen = own.filter(({ number }) => numbers.has(number));
  if (chosen.length < numbers.size) throw noSmsAccess();
  return chosen;
}

/** The line, if the actor uses it: also one that exists is not there for anybody else. */
export async function requireOwnLine(query: Kysely<DB>, actor: Reader, number: string): Promise<SmsLine> {
  const digits = number.replace(/\D/g, "");
  const line = await ownLines(query, actor).where("sms_lines.number", "=", digits).executeTakeFirst();
  if (!line) throw noSmsAccess();
  return line;
}

export function findLineByNumber(query: Kysely<DB>, number: string): Promise<SmsLine | undefined> {
  return query
    .selectFrom("sms_lines")
    .select(["id", "customer_id as customerId", "number", "name"])
    .where("number", "=", number)
    .executeTakeFirst();
}

export async function findLine(query: Kysely<DB>, id: number): Promise<SmsLine> {
  return query
    .selectFrom("sms_lines")
    .modifyFront(OFTEN)
    .select(["id", "customer_id as customerId", "number", "name"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

export async function listLineUserIds(query: Kysely<DB>, lineId: number): Promise<number[]> {
  const rows = await query
    .selectFrom("sms_line_users")
    .select("user_id")
    .where("sms_line_id", "=", lineId)
    .execute();
  return rows.map((row) => row.user_id);
}
