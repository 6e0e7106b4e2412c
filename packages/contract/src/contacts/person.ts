import { z } from "zod";
import { Bit } from "../wire-values.ts";

/** 0 offline, 1 online, 2 away or busy. */
export const Presence = z.literal([0, 1, 2]);
export type Presence = z.infer<typeof Presence>;

/** A colleague, as every list and picker shows them. */
export const Person = z.object({
  /** '-' and the user's id. */
  id: z.string(),
  user_id: z.number().int(),
  type: z.literal("corporate"),
  contactType: z.literal("corporate"),
  name: z.string(),
  fname: z.string(),
  lname: z.string(),
  title: z.string(),
  nickname: z.string(),
  extension: z.string().nullable(),
  /** The name of their first phone line. */
  pbx_line: z.string().nullable(),
  emails: z.string(),
  mobile: z.string(),
  /** The direct number of that line. */
  work: z.string(),
  /** As contacts of the address book have them; nobody keeps these of colleagues, so they are empty. */
  home: z.string(),
  fax: z.string(),
  conference: z.string(),
  other: z.string(),
  /** '1': on the user's own speed dial. */
  speeddial: Bit,
  /** The company. */
  organization: z.string(),
  /** Everybody in the company sees a colleague, and nobody owns one. */
  public: z.literal(true),
  owned: z.literal(false),
  photo: z.string().nullable(),
  /** `#RRGGBB` */
  color: z.string(),
  statusName: z.string().nullable(),
  statusEmoji: z.string().nullable(),
  /** Unix time in seconds; null when the status stays, or there is none. */
  statusExpiresAt: z.number().int().nullable(),
  presence: Presence,
  /** `usr...`, their topic in chat; null while chat does not know them yet. */
  chat_id: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

export function corporateContactId(userId: number): string {
  return `-${userId}`;
}

/** Colleagues, the contacts of the address book that the user may see, or both. */
export const PeopleQuery = z.object({ type: z.enum(["corporate", "personal", "all"]).default("corporate") });
export type PeopleQuery = z.infer<typeof PeopleQuery>;
