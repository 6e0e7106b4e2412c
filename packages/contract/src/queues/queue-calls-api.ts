import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { NumericId, text } from "../wire-values.ts";

const CallId = text(100).min(1);
const PhoneName = text(100).min(1);
const Extension = z.string().regex(/^\d{1,10}$/);
const Nothing = z.object({});

/** Where a caller who waits can be sent. Parked without a slot: in the first that is free. */
export const QueueSendDestination = z.discriminatedUnion("type", [
  z.object({ type: z.literal("extension"), extension: Extension }),
  z.object({ type: z.literal("voicemail"), box: text(100).min(1) }),
  z.object({ type: z.literal("park"), slot: z.number().int().positive().optional() }),
  z.object({ type: z.literal("line"), phone: PhoneName }),
]);
export type QueueSendDestination = z.infer<typeof QueueSendDestination>;

/** Without a line: the first of the user's that can take it. */
export const QueueTakeOrder = z.object({ callid: CallId, phone: PhoneName.optional() });
export type QueueTakeOrder = z.infer<typeof QueueTakeOrder>;
/** Without a line: every line of the user. */
export const QueueReadyOrder = z.object({ phone: PhoneName.optional() });
export const QueueCallOrder = z.object({ callid: CallId });
export const QueueMoveOrder = z.object({ callid: CallId, queue: NumericId });
export const QueueSendOrder = z.object({ callid: CallId, destination: QueueSendDestination });

/** What can be done with a call that waits. One that does not wait any more is a conflict. */
export const queueCallsApi = defineApi({
  takeQueueCall: {
    method: "POST",
    path: "/queue/take",
    access: "user",
    summary: "Ring an own line for a waiting call, where the queue lets agents choose",
    body: QueueTakeOrder,
    result: Nothing,
  },
  getReadyForQueues: {
    method: "POST",
    path: "/queue/ready",
    access: "user",
    summary: "End the wrap-up after a call",
    body: QueueReadyOrder,
    result: Nothing,
  },
  moveQueueCallToFront: {
    method: "POST",
    path: "/queue/front",
    access: "supervision",
    summary: "Let a waiting call be the next one",
    body: QueueCallOrder,
    result: Nothing,
  },
  moveQueueCall: {
    method: "POST",
    path: "/queue/move",
    access: "supervision",
    summary: "Move a waiting call to another queue",
    body: QueueMoveOrder,
    result: Nothing,
  },
  sendQueueCall: {
    method: "POST",
    path: "/queue/send",
    access: "supervision",
    summary: "Send a waiting call to an extension, a voicemail box, a parking slot or a line",
    body: QueueSendOrder,
    result: Nothing,
  },
});
