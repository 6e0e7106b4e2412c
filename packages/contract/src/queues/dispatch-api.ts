import { z } from "zod";
import { LiveCall } from "../calls/live-call.ts";
import { defineApi } from "../define-api.ts";
import { Task } from "../tasks/task.ts";
import { NumericId, text } from "../wire-values.ts";
import { QueueSendDestination } from "./queue-calls-api.ts";

/** A line of the company, and where it can be reached now. */
export const DispatchLine = z.object({
  phone: z.string(),
  /** Null: a line that belongs to nobody, a lobby's say. */
  user_id: z.number().int().nullable(),
  name: z.string(),
  extension: z.string().nullable(),
  /** It wants no calls now. */
  dnd: z.boolean(),
  /** Those that answer. */
  devices: z.array(z.enum(["browser", "phone"])),
});
export type DispatchLine = z.infer<typeof DispatchLine>;

/** The telephones of the company at this moment. */
export const DispatchBoard = z.object({
  lines: z.array(DispatchLine),
  calls: z.array(LiveCall),
  /** Where calls can be parked. */
  slots: z.array(z.number().int()),
  boxes: z.array(z.object({ name: z.string(), label: z.string() })),
});
export type DispatchBoard = z.infer<typeof DispatchBoard>;

/** The channel is that of the line where the call rings or is talked on, or of the party that is parked. */
export const DispatchOrder = z.object({ channel: text(100).min(1), destination: QueueSendDestination });
export type DispatchOrder = z.infer<typeof DispatchOrder>;

/**
 * An open task, or a missed call that becomes one, for whoever has the line. `note` says whom to call back: somebody who
 * does not see the missed call gets a task in these words instead.
 */
export const DispatchWork = z.union([
  z.object({ phone: text(100).min(1), task_id: NumericId }),
  z.object({
    phone: text(100).min(1),
    call_id: text(100).min(1),
    uuid: z.uuid(),
    note: text(300).default("Return a missed call"),
  }),
]);
export type DispatchWork = z.infer<typeof DispatchWork>;

export const dispatchApi = defineApi({
  getDispatchBoard: {
    method: "GET",
    path: "/dispatch",
    access: "supervision",
    summary: "All lines and calls of the company, and where calls can be sent",
    result: DispatchBoard,
  },
  sendLiveCall: {
    method: "POST",
    path: "/dispatch/send",
    access: "supervision",
    summary: "Send the caller of a ringing, live or parked call of the company elsewhere",
    body: DispatchOrder,
    result: z.object({}),
  },
  assignWork: {
    method: "POST",
    path: "/dispatch/assign",
    access: "supervision",
    summary: "Assign a task or a missed call to a colleague",
    body: DispatchWork,
    result: Task,
  },
});
