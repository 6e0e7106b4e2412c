import { z } from "zod";
import { Bit, text, trimmedText } from "../wire-values.ts";
import { MAX_CONTACT_TAGS, MAX_TAG_LENGTH, tagsOf } from "./contact-tags.ts";

export const DUPLICATE_CONTACT_TEXT = "A contact with the same work or mobile number already exists";

export const ContactType = z.enum(["personal", "corporate", "google", "microsoft"]);
export type ContactType = z.infer<typeof ContactType>;

/** Each a comma-separated list of numbers; `|` is a pause, `;` begins an extension. */
const numberLists = {
  mobile: z.string(),
  work: z.string(),
  home: z.string(),
  fax: z.string(),
  conference: z.string(),
  other: z.string(),
};

/** Somebody in the address book. Colleagues come as `Person`. */
export const Contact = z.object({
  id: z.string(),
  type: z.enum(["personal", "google", "microsoft"]),
  contactType: z.enum(["personal", "google", "microsoft"]),
  name: z.string(),
  fname: z.string(),
  lname: z.string(),
  ...numberLists,
  /** '1': on the user's own speed dial. */
  speeddial: Bit,
  /** Comma separated. */
  emails: z.string(),
  organization: z.string(),
  title: z.string(),
  notes: z.string(),
  /** Comma separated. */
  tags: z.string(),
  /** Everybody in the company sees it; only the owner changes it. */
  public: z.boolean(),
  owned: z.boolean(),
  /** The owner's user id. */
  pbx_uid: z.number().int().nullable(),
  /** An address for an image tag. It expires: `contactPhotos` gives one that works now. */
  photo: z.string().nullable(),
  /** `#RRGGBB` */
  color: z.string(),
  /** Unix time in seconds. */
  changed_at: z.number().int(),
});
export type Contact = z.infer<typeof Contact>;

/** A row's id on the wire, '-' and the user's id for a colleague, or a provider's own behind 'google:' or 'microsoft:'. */
export const ContactId = z
  .string()
  .regex(/^(?:-?[1-9]\d{0,8}|(?:google|microsoft):[\w./+=-]{1,200})$/, "Must be the id of a contact");
const PersonalContactId = z.string().regex(/^[1-9]\d{0,8}$/, "Must be the id of a personal contact");
/** The id that saving gave is a number. */
const OwnContactId = z.union([z.string(), z.number().int()]).transform(String).pipe(PersonalContactId);

const MAX_NUMBERS_LENGTH = 400;
const NumberList = trimmedText(MAX_NUMBERS_LENGTH);
const Flag = z.union([z.boolean(), z.enum(["0", "1"])]).transform((value) => value === true || value === "1");

/** Comma separated; what is written twice, also in other letters, counts once. */
const TagList = trimmedText(2000)
  .refine((list) => tagsOf(list).length <= MAX_CONTACT_TAGS, `A contact has at most ${MAX_CONTACT_TAGS} tags`)
  .refine(
    (list) => tagsOf(list).every((tag) => tag.length <= MAX_TAG_LENGTH),
    `A tag has at most ${MAX_TAG_LENGTH} characters`,
  );

/** The largest picture of a contact, in bytes before base64. */
export const MAX_CONTACT_PHOTO_BYTES = 8 * 1024 * 1024;

const contactFields = {
  fname: trimmedText(200).optional(),
  lname: trimmedText(200).optional(),
  /** Where only a whole name is known. It is split at its last space when neither part is given. */
  name: trimmedText(400).optional(),
  mobile: NumberList.optional(),
  work: NumberList.optional(),
  home: NumberList.optional(),
  fax: NumberList.optional(),
  conference: NumberList.optional(),
  other: NumberList.optional(),
  emails: trimmedText(1000).optional(),
  organization: trimmedText(200).optional(),
  title: trimmedText(200).optional(),
  notes: text(5000).optional(),
  tags: TagList.optional(),
  speeddial: Flag.optional(),
  public: Flag.optional(),
  /** Base64, with or without a `data:` prefix; null takes the picture away. */
  photo: z
    .string()
    .max(Math.ceil((MAX_CONTACT_PHOTO_BYTES * 4) / 3) + 200)
    .nullable()
    .optional(),
};

/** With an id an existing one is changed, and fields left out stay as they are. */
export const ContactInput = z.object({
  id: OwnContactId.optional(),
  /** Made by the client, so that a repeated request adds nothing. */
  uuid: z.uuid().optional(),
  /** Saves although another contact has the same work or mobile number. */
  allow_duplicate: Flag.optional(),
  ...contactFields,
});
export type ContactInput = z.infer<typeof ContactInput>;

/** `id` is -1 when another contact has the same work or mobile number: nothing was saved, `existing` is that one. */
export const SavedContact = z.object({
  id: z.number().int(),
  message: z.string().nullable(),
  existing: z.string().nullable(),
});
export type SavedContact = z.infer<typeof SavedContact>;

export const ContactQuery = z.object({ id: ContactId });

/** A comma-separated list of ids. */
const idList = (max: number) =>
  z
    .string()
    .max(max * 12)
    .transform((list) => list.split(",").map((id) => id.trim()))
    .pipe(z.array(PersonalContactId).min(1).max(max));
export const ContactIdsQuery = z.object({ ids: idList(500) });
export const ContactIds = z.object({ ids: z.array(OwnContactId).min(1).max(500) });
export const ChangedContacts = z.object({ ids: z.array(z.string()) });

/**
 * Puts what others hold into one contact: numbers and addresses are joined, empty fields filled, nothing is lost. The
 * others are deleted and can be restored. `contact` is somebody who is not stored yet.
 */
export const MergeContacts = z.object({
  id: OwnContactId,
  ids: z.array(OwnContactId).max(50).default([]),
  contact: z.object(contactFields).optional(),
});
export type MergeContacts = z.infer<typeof MergeContacts>;

export const SpeedDialUpdate = z.object({ id: ContactId, speeddial: Flag });
/** Ids of contacts of any type, in the order in which they were added. */
export const SpeedDial = z.object({ ids: z.array(z.string()) });

export const ContactPhoto = z.object({ id: z.string(), photo: z.string().nullable() });

const MAX_SYNC_PAGE = 5_000;
/** Without a cursor: everything from the beginning. With the last one of before: what has changed since. */
export const ContactSyncQuery = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,15}\.\d{1,10}(?:\.\d{1,15})?$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(MAX_SYNC_PAGE).default(MAX_SYNC_PAGE),
});
export type ContactSyncQuery = z.infer<typeof ContactSyncQuery>;

/** A page of changes, oldest first. Ask again with `cursor` while there is more. */
export const ContactSync = z.object({
  contacts: z.array(Contact),
  /** No longer there, or no longer to be seen by this user. */
  deleted: z.array(z.string()),
  cursor: z.string(),
  more: z.boolean(),
  /** The cursor was too old: forget everything and take this as the beginning. */
  reset: z.boolean(),
  speeddial: z.array(z.string()),
});
export type ContactSync = z.infer<typeof ContactSync>;
