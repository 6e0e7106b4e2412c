import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { AdminAlertEntry } from "./admin-alert.ts";

export const alertEvents = defineEvents({
  ADMIN_ALERT: {
    to: ["user"],
    when: "For each administrator: something needs a look, happened again, or was put aside by one of them.",
    schema: z.object({ type: z.literal("ADMIN_ALERT"), alert: AdminAlertEntry }),
  },
});
export type AdminAlertEvent = EventOf<typeof alertEvents>;
