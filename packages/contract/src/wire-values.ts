import { z } from "zod";

// PostgreSQL stores neither: a text with one of them would fail as a server error deep inside a transaction.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Text of at most `max` characters that any store can hold. */
export function text(max: number): z.ZodString {
  return z.string().max(max).refine(isStorable, "Contains a character that cannot be stored");
}

/** The same with surrounding space removed, before the length is judged. */
export function trimmedText(max: number): z.ZodString {
  return z.string().trim().max(max).refine(isStorable, "Contains a character that cannot be stored");
}

function isStorable(value: string): boolean {
  return !UNSTORABLE.test(value);
}

const MAX_ID = 2_147_483_647;

/** A row's id. Query strings and older clients carry it as digits. */
export const NumericId = z.union([
  z.number().int().positive().max(MAX_ID),
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .transform(Number)
    .refine((id) => id <= MAX_ID),
]);

/** Switches of phones, statuses and hunt groups are '1' or '0' on the wire. */
export const Bit = z.enum(["0", "1"]);
export type Bit = z.infer<typeof Bit>;

export function bitFrom(value: boolean): Bit {
  return value ? "1" : "0";
}

/** A flag in a query string. */
export const QueryFlag = z
  .union([z.boolean(), z.enum(["0", "1", "true", "false"])])
  .transform((value) => value === true || value === "1" || value === "true");
