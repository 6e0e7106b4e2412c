import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { Bit } from "../wire-values.ts";
import { CallNote, CallReturn } from "./call-record.ts";
import { Phone } from "./phone.ts";

export const callEvents = defineEvents({
  DND: {
    to: ["phone"],
    when: "Do not disturb of the line was switched on or off.",
    schema: z.object({ type: z.literal("DND"), phone: z.string(), dnd: Bit }),
  },
  CHANGE: {
    to: ["phone"],
    when: "The forwarding of the line was changed; it is empty when it was turned off.",
    schema: z.object({ type: z.literal("CHANGE"), phone: z.string(), forwarding: z.string() }),
  },
  PHONE_UPDATE: {
    to: ["phone"],
    when: "Another detail of the line was changed; the line as it now is.",
    schema: z.object({ type: z.literal("PHONE_UPDATE"), phone: Phone }),
  },
});
export type CallEvent = EventOf<typeof callEvents>;

export const callHistoryEvents = defineEvents({
  HISTORY_RETURNED: {
    to: ["phone"],
    when: "Missed calls of the line were returned.",
    schema: z.object({
      type: z.literal("HISTORY_RETURNED"),
      phone: z.string(),
      ids: z.array(z.string()),
      returned: CallReturn,
    }),
  },
  HISTORY_NOTE: {
    to: ["phone"],
    when: "A note about a call was written, changed or removed; the note as it now is.",
    schema: z.object({
      type: z.literal("HISTORY_NOTE"),
      phone: z.string(),
      callid: z.string(),
      note: CallNote.nullable(),
    }),
  },
});
export type CallHistoryEvent = EventOf<typeof callHistoryEvents>;
