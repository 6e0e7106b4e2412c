import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { Fax } from "./fax.ts";

const oneFax = { mailbox: z.string(), id: z.string(), fax: Fax };

export const faxEvents = defineEvents({
  FAX_NEW: {
    to: ["fax"],
    when: "The line has received a fax.",
    schema: z.object({ type: z.literal("FAX_NEW"), ...oneFax }),
  },
  FAX_DLR: {
    to: ["fax"],
    when: "A fax was handed in, has sent a page, has arrived, failed or waits for its next try; as it now is.",
    schema: z.object({ type: z.literal("FAX_DLR"), ...oneFax }),
  },
  FAX_CHANGED: {
    to: ["fax"],
    when: "Faxes of the line were read, marked unread or restored; as they now are.",
    schema: z.object({ type: z.literal("FAX_CHANGED"), mailbox: z.string(), faxes: z.array(Fax) }),
  },
  FAX_DELETED: {
    to: ["fax"],
    when: "Faxes of the line were deleted.",
    schema: z.object({ type: z.literal("FAX_DELETED"), mailbox: z.string(), ids: z.array(z.string()) }),
  },
  FAX_BOX: {
    to: ["fax"],
    when: "The line's switches changed: load them anew.",
    schema: z.object({ type: z.literal("FAX_BOX"), mailbox: z.string() }),
  },
});
export type FaxEvent = EventOf<typeof faxEvents>;
