import { type RawBuilder, sql } from "kysely";
import type { DemoContact } from "./demo-contacts.ts";
import { demoNames } from "./demo-names.ts";

const BIG_CONTACTS = 20_000;
const FIRST_NUMBER = 9_991_000_000;

/** For benchmarks. There are not enough numbers reserved for fiction: theirs belong to no area of the world. */
export function manyContacts(others: number): DemoContact[] {
  return demoNames(BIG_CONTACTS - others, 60_605).map(({ handle, ...fields }, index) => ({
    ...fields,
    mobile: String(FIRST_NUMBER + index),
    emails: `${handle}@mail.example`,
  }));
}

/** The number of one of them, another one for each `n`: neighbors in time are none in the address book. */
export const manyCallers = (n: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${sql.lit(FIRST_NUMBER)}::bigint + ${n}::bigint * 7919 % ${sql.lit(BIG_CONTACTS)})::text`;
