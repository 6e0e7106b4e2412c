import { z } from "zod";
import { defineEvents, type EventOf } from "../push/define-events.ts";
import { Shift, ShiftHandover } from "./shift.ts";

export const shiftEvents = defineEvents({
  SHIFT_UPDATE: {
    to: ["customer"],
    // Notes may tell of customers: who may read them loads them.
    when: "The shifts of a hunt group were changed, or one of them began or ended: load them anew.",
    schema: z.object({ type: z.literal("SHIFT_UPDATE"), huntgroup_id: z.number().int() }),
  },
  SHIFT_BEGUN: {
    to: ["user"],
    when: "The user is on call from now on.",
    schema: z.object({
      type: z.literal("SHIFT_BEGUN"),
      group: z.string(),
      shift: Shift,
      /** Null: the person before has left no note. */
      handover: ShiftHandover.nullable(),
    }),
  },
});
export type ShiftEvent = EventOf<typeof shiftEvents>;
