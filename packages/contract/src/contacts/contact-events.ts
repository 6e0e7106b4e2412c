import { z } from "zod";
import { ContactImport } from "./contact-import.ts";

/** To the company for public contacts, to the owner for the others: ask for the changes since the last cursor. */
export const ContactUpdateEvent = z.object({
  type: z.literal("CONTACT_UPDATE"),
  /** The first of them when there are very many. */
  ids: z.array(z.string()),
  version: z.number().int(),
});
export type ContactUpdateEvent = z.infer<typeof ContactUpdateEvent>;

/** To the user's own channel: his speed dial as it now is. */
export const SpeedDialUpdateEvent = z.object({
  type: z.literal("SPEEDDIAL_UPDATE"),
  ids: z.array(z.string()),
});
export type SpeedDialUpdateEvent = z.infer<typeof SpeedDialUpdateEvent>;

/** To the user's own channel: how far an import has got. */
export const ContactImportEvent = z.object({ type: z.literal("CONTACT_IMPORT"), import: ContactImport });
export type ContactImportEvent = z.infer<typeof ContactImportEvent>;

export const ContactEvent = z.discriminatedUnion("type", [
  ContactUpdateEvent,
  SpeedDialUpdateEvent,
  ContactImportEvent,
]);
export type ContactEvent = z.infer<typeof ContactEvent>;
