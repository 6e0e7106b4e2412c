import { z } from "zod";
import { defineEvents } from "../push/define-events.ts";

export const sessionEvents = defineEvents({
  SESSIONS_CHANGED: {
    to: ["user"],
    when: "The user signed in or out somewhere: load the list of devices anew.",
    schema: z.object({ type: z.literal("SESSIONS_CHANGED") }),
  },
  TFA_CHANGED: {
    to: ["user"],
    when: "A second factor of the user was added or removed: load them anew.",
    schema: z.object({ type: z.literal("TFA_CHANGED") }),
  },
  EMAIL_CHANGED: {
    to: ["user"],
    when: "The user's email address was changed, or is about to be: load the profile anew.",
    schema: z.object({ type: z.literal("EMAIL_CHANGED") }),
  },
});
