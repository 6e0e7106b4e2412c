import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { NumericId } from "../wire-values.ts";
import { Shift, ShiftCreate, ShiftList, ShiftNote, ShiftQuery, ShiftUpdate } from "./shift.ts";

export const shiftsApi = defineApi({
  listShifts: {
    method: "GET",
    path: "/shifts",
    access: "user",
    summary: "Who is on call for hunt groups: for supervisors all shifts, for others their own",
    query: ShiftQuery,
    result: ShiftList,
  },
  createShift: {
    method: "POST",
    path: "/shifts",
    access: "supervision",
    summary: "Put somebody on call for a hunt group, also for some weeks in a row",
    body: ShiftCreate,
    result: z.array(Shift),
  },
  updateShift: {
    method: "PUT",
    path: "/shifts",
    access: "supervision",
    summary: "Change who is on call, from when to when, or the hand-over note",
    body: ShiftUpdate,
    result: Shift,
  },
  deleteShift: {
    method: "DELETE",
    path: "/shifts",
    access: "supervision",
    summary: "Take a shift back; one that is gone already is no error",
    query: z.object({ id: NumericId }),
    result: z.object({}),
  },
  writeShiftNote: {
    method: "PUT",
    path: "/shifts/note",
    access: "user",
    summary: "Write the hand-over note of an own shift",
    body: ShiftNote,
    result: Shift,
  },
});
