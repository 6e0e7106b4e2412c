import { z } from "zod";
import { Contact } from "./contact.ts";
import { Person } from "./person.ts";

/** A number of a contact, ready to be shown, searched and dialed. */
export const ContactPhone = z.object({
  label: z.enum(["mobile", "work", "home", "fax", "conference", "other"]),
  value: z.string(),
  searchValue: z.string(),
  formattedValue: z.string(),
});

/** An emoji and the size in pixels at which it is drawn. */
const FormattedEmoji = z.object({ emoji: z.string(), size: z.number().int() });

/** What follows from the stored fields. Lists leave it out: with thousands of rows it would be most of what travels. */
const derivedFields = {
  phones: z.array(ContactPhone),
  /** The extension of a colleague, or those behind the numbers of a contact. */
  extensions: z.array(z.string()),
  /** The addresses of `photo`, under the names that older clients read. */
  iconImg: z.string().nullable(),
  image: z.string().nullable(),
  statusFormattedEmoji: FormattedEmoji.nullable(),
  statusLargeFormattedEmoji: FormattedEmoji.nullable(),
};
export type DerivedContactFields = z.infer<z.ZodObject<typeof derivedFields>>;

/** One contact or colleague, complete. */
export const ContactDetail = z.union([Person.extend(derivedFields), Contact.extend(derivedFields)]);
export type ContactDetail = z.infer<typeof ContactDetail>;
