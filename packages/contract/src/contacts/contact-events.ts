import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { ContactImport } from "./contact-import.ts";
import { Presence } from "./person.ts";

export const contactEvents = defineEvents({
  CONTACT_UPDATE: {
    to: ["customer", "user"],
    when: "Contacts changed: for the company when they are public, else for their owner. Ask for the changes since the last cursor.",
    schema: z.object({
      type: z.literal("CONTACT_UPDATE"),
      /** The first of them when there are very many. */
      ids: z.array(z.string()),
      version: z.number().int(),
    }),
  },
  SPEEDDIAL_UPDATE: {
    to: ["user"],
    when: "The user's speed dial was changed; the list as it now is.",
    schema: z.object({ type: z.literal("SPEEDDIAL_UPDATE"), ids: z.array(z.string()) }),
  },
  CONTACT_IMPORT: {
    to: ["user"],
    when: "An import of contacts has got further, or is over.",
    schema: z.object({ type: z.literal("CONTACT_IMPORT"), import: ContactImport }),
  },
});
export type ContactEvent = EventOf<typeof contactEvents>;
export type ContactUpdateEvent = EventOf<typeof contactEvents, "CONTACT_UPDATE">;
export type SpeedDialUpdateEvent = EventOf<typeof contactEvents, "SPEEDDIAL_UPDATE">;
export type ContactImportEvent = EventOf<typeof contactEvents, "CONTACT_IMPORT">;

export const presenceEvents = defineEvents({
  PRESENCE_UPDATE: {
    to: ["customer"],
    when: "A colleague came online, went offline, or is away or busy.",
    schema: z.object({
      type: z.literal("PRESENCE_UPDATE"),
      user_id: z.number().int(),
      presence: Presence,
    }),
  },
});
export type PresenceUpdateEvent = EventOf<typeof presenceEvents>;
