import type { CallReturn } from "@offhook/contract";
import { type Kysely, sql } from "kysely";
import { OFTEN } from "../../../database/postgres/prepared-statements.ts";
import type { DB } from "../../../database/schema/database-schema.ts";
import { findUserName } from "../../../database/user-name-repository.ts";

export interface ReturnOfCalls {
  readonly customerId: number;
  /** The party that had called. */
  readonly number: string;
  readonly via: CallReturn["via"];
  readonly at: Date;
  /** Whoever did it; several where they share the line it was done from. */
  readonly userIds: readonly number[];
  readonly phoneId?: number | undefined;
}

export interface ReturnedCall {
  readonly id: string;
  readonly phoneId: number;
  readonly phone: string;
  /** One of those who returned it reads the line it was missed on. */
  readonly isOwn: boolean;
}

const AWAITING = sql`
  missed.dir = 'in' and missed.returned_at is null and not missed.is_blocked and not missed.is_doorbell
  and missed.status not in ('answer', 'elsewhere', 'blocked') and missed.status <> 'declined'`;

/**
 * Closes what was missed from this number. Only calls that one of the users saw: on a line of theirs, or on that
 * of a colleague in the same hunt group or queue.
 */
export async function closeMissedCalls(query: Kysely<DB>, given: ReturnOfCalls): Promise<ReturnedCall[]> {
  const { customerId, number, via, at, userIds, phoneId = null } = given;
  const { rows } = await sql<ReturnedCall>`
    ${OFTEN} update call_records as missed
    set returned_at = ${at}, returned_via = ${via}, returned_by = ${onlyOne(userIds)},
      returned_phone_id = ${phoneId}
    from phones
    where phones.id = missed.phone_id and missed.customer_id = ${customerId} and missed.number = ${number}
      and ${AWAITING} and missed.started_at <= ${at}
      and exists (
        select from call_records as seen join phone_users as reader on reader.phone_id = seen.phone_id
        where seen.call_id = missed.call_id and reader.user_id = any(${userIds})
      )
    returning missed.id, missed.phone_id as "phoneId", phones.name as phone, exists (
      select from phone_users as own where own.phone_id = missed.phone_id and own.user_id = any(${userIds})
    ) as "isOwn"`.execute(query);
  return rows;
}

/** Closes missed parts of calls that somebody else took in the end, a queue's next agent say. */
export async function closeAnsweredParts(query: Kysely<DB>, ids: readonly string[]): Promise<void> {
  await sql`
    update call_records as missed
    set returned_at = taken.answered_at, returned_via = 'answer', returned_phone_id = taken.phone_id,
      returned_by = (
        select min(user_id) from phone_users where phone_id = taken.phone_id having count(*) = 1
      )
    from call_records as taken
    where missed.id = any(${[...ids]}::text[]) and ${AWAITING} and taken.call_id = missed.call_id and taken.dir = 'in'
      and taken.phone_id is not null and taken.status = 'answer' and taken.answered_at is not null`.execute(
    query,
  );
}

interface TalkWith {
  readonly customerId: number;
  readonly number: string;
  readonly at: Date;
}

/** Those of the calls with somebody from whom a call was missed before: most have nothing to return. */
export async function findReturning<Talk extends TalkWith>(
  query: Kysely<DB>,
  talks: readonly Talk[],
): Promise<Talk[]> {
  if (talks.length === 0) return [];
  const given = talks.map(({ customerId, number, at }) => ({ customer_id: customerId, number, at }));
  const { rows } = await sql<{ position: number }>`
    ${OFTEN} select distinct position
    from rows from (
      jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as (customer_id integer, number text, at timestamptz)
    ) with ordinality as talk (customer_id, number, at, position)
    join call_records as missed
      on missed.customer_id = talk.customer_id and missed.number = talk.number and missed.started_at <= talk.at
      and ${AWAITING}
    order by position`.execute(query);
  return rows.flatMap(({ position }) => talks[position - 1] ?? []);
}

/** As the history shows whoever returned a call. */
export async function nameOfReturner(
  query: Kysely<DB>,
  { userIds, phoneId }: Pick<ReturnOfCalls, "userIds" | "phoneId">,
): Promise<string> {
  const userId = onlyOne(userIds);
  if (userId !== null) {
    const name = await findUserName(query, userId);
    if (name !== "") return name;
  }
  if (phoneId === undefined) return "";
  const phone = await query.selectFrom("phones").select("label").where("id", "=", phoneId).executeTakeFirst();
  return phone?.label ?? "";
}

export function onlyOne(userIds: readonly number[]): number | null {
  return userIds.length === 1 ? (userIds[0] ?? null) : null;
}
