import { z } from "zod";
import { text } from "../wire-values.ts";
import { Contact } from "./contact.ts";

export const ContactProvider = z.enum(["google", "microsoft"]);
export type ContactProvider = z.infer<typeof ContactProvider>;

const PAGE_SIZE = 12;
/** The address book a user has with a provider; it is asked each time and never mixed with the own one. */
export const ExternalContactsQuery = z.object({
  query: text(200).default(""),
  offset: z.coerce.number().int().min(0).max(10_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(PAGE_SIZE),
});
export type ExternalContactsQuery = z.infer<typeof ExternalContactsQuery>;

export const ExternalContacts = z.object({
  contacts: z.array(Contact),
  more: z.boolean(),
  /** False: the user has not connected an account, so there is nothing to search. */
  connected: z.boolean(),
});
export type ExternalContacts = z.infer<typeof ExternalContacts>;

export const ContactAccount = z.object({
  provider: ContactProvider,
  /** The installation has a client with this provider. */
  available: z.boolean(),
  connected: z.boolean(),
  email: z.string().nullable(),
});
export type ContactAccount = z.infer<typeof ContactAccount>;

const RedirectUri = z.url({ protocol: /^https?$/ }).max(500);

export const BeginContactAccount = z.object({ provider: ContactProvider, redirect_uri: RedirectUri });
/** Where to send the browser; it comes back to `redirect_uri` with `code` and `state`. */
export const BegunContactAccount = z.object({ url: z.string() });
export const FinishContactAccount = z.object({
  provider: ContactProvider,
  redirect_uri: RedirectUri,
  code: text(4000).min(1),
  state: text(4000).min(1),
});
export type FinishContactAccount = z.infer<typeof FinishContactAccount>;
export const ContactAccountQuery = z.object({ provider: ContactProvider });
