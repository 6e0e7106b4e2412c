import { z } from "zod";
import { CallRecord } from "../calls/index.ts";
import { ContactType } from "../contacts/index.ts";
import { Fax } from "../faxes/index.ts";
import { FoundSms, SmsConversation } from "../messages/index.ts";
import { Task } from "../tasks/index.ts";
import { FoundTeamsMessage } from "../teams/index.ts";
import { Voicemail } from "../voicemails/index.ts";
import { SearchCategory } from "./search-category.ts";

/** The words around the first hit, in one line; empty where the hit is in a name or a number. */
const excerpt = z.string();

/** A colleague, or somebody of the address book. Those of Google and Microsoft are asked for at their own routes. */
export const FoundContact = z.object({
  /** As of `Contact` and `Person`: '-' and the user's id for a colleague. */
  id: z.string(),
  type: ContactType,
  name: z.string(),
  organization: z.string(),
  title: z.string(),
  emails: z.string(),
  /** In the order in which contacts are shown. An extension counts as one. */
  numbers: z.array(z.object({ label: z.string(), number: z.string() })),
  photo: z.string().nullable(),
  /** `#RRGGBB` */
  color: z.string(),
  /** The name was written otherwise: it is only like what was typed. */
  is_guess: z.boolean(),
  excerpt,
});
export type FoundContact = z.infer<typeof FoundContact>;

/** A text or a comment. `files` are the names of those that hold the words. */
export const FoundText = FoundSms.extend({ files: z.array(z.string()) });
export type FoundText = z.infer<typeof FoundText>;

/** A call; `excerpt` is of its note. */
export const FoundCall = CallRecord.extend({ excerpt });
export type FoundCall = z.infer<typeof FoundCall>;

/** `found_page`: the first page, from 1, that holds the words; null where they are elsewhere. */
export const FoundFax = Fax.extend({ excerpt, found_page: z.number().int().nullable() });
export type FoundFax = z.infer<typeof FoundFax>;

/** `found_at`: the second at which the words are said; null where they are elsewhere. */
export const FoundVoicemail = Voicemail.extend({ excerpt, found_at: z.number().nullable() });
export type FoundVoicemail = z.infer<typeof FoundVoicemail>;

/** A message of a chat. `files` are the names of those that hold the words. */
export const FoundChat = FoundTeamsMessage.extend({ files: z.array(z.string()) });
export type FoundChat = z.infer<typeof FoundChat>;

export const FoundTask = Task.extend({
  excerpt,
  /** The path of the console that shows the task. */
  to: z.string(),
});
export type FoundTask = z.infer<typeof FoundTask>;

/** From here on hits are no longer counted: a larger total means "more than this". */
export const SEARCH_COUNTED = 50;

/**
 * What was found, newest first (people best first), by category. A category that was not asked for is empty, and so is
 * one that failed, which is said in `failed`: the others do not suffer from it.
 */
export const SearchResult = z.object({
  contacts: z.array(FoundContact),
  smsMessages: z.array(FoundText),
  smsConversations: z.array(SmsConversation),
  cdrs: z.array(FoundCall),
  fax: z.array(FoundFax),
  voicemails: z.array(FoundVoicemail),
  teams: z.array(FoundChat),
  tasks: z.array(FoundTask),
  /** How many there are of each category that was asked for, counted up to one more than `SEARCH_COUNTED`. */
  totals: z.partialRecord(SearchCategory, z.number().int()),
  /** Those that have more behind this page. */
  more: z.array(SearchCategory),
  failed: z.array(SearchCategory),
});
export type SearchResult = z.infer<typeof SearchResult>;
