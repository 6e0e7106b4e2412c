import type { shiftsApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { ShiftService } from "./shift-service.ts";

export function shiftRoutes(shifts: ShiftService): Handlers<typeof shiftsApi> {
  return {
    listShifts: ({ actor, query }) => shifts.list(actor, query),
    createShift: ({ actor, body }) => shifts.create(actor, body),
    updateShift: ({ actor, body }) => shifts.update(actor, body),
    deleteShift: ({ actor, query }) => shifts.remove(actor, query.id),
    writeShiftNote: ({ actor, body }) => shifts.writeNote(actor, body),
  };
}
