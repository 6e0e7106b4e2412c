import { z } from "zod";

/** 0 offline, 1 online, 2 away or busy. */
export const Presence = z.literal([0, 1, 2]);
export type Presence = z.infer<typeof Presence>;

/** A colleague, as every list and picker shows him. */
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
  /** The name of his first phone line. */
  pbx_line: z.string().nullable(),
  emails: z.string(),
  mobile: z.string(),
  /** The direct number of that line. */
  work: z.string(),
  photo: z.string().nullable(),
  /** `#RRGGBB` */
  color: z.string(),
  statusName: z.string().nullable(),
  statusEmoji: z.string().nullable(),
  /** Unix time in seconds; null when the status stays, or there is none. */
  statusExpiresAt: z.number().int().nullable(),
  presence: Presence,
  /** `usr...`, his topic in chat; null while chat does not know him yet. */
  chat_id: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

export function corporateContactId(userId: number): string {
  return `-${userId}`;
}

/** Colleagues, the contacts of the address book that the user may see, or both. */
export const PeopleQuery = z.object({ type: z.enum(["corporate", "personal", "all"]).default("corporate") });
export type PeopleQuery = z.infer<typeof PeopleQuery>;

/** To the company. */
export const PresenceUpdateEvent = z.object({
  type: z.literal("PRESENCE_UPDATE"),
  user_id: z.number().int(),
  presence: Presence,
});
export type PresenceUpdateEvent = z.infer<typeof PresenceUpdateEvent>;
