import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { text } from "../wire-values.ts";

/** The call in which the callback was asked for, as `waiting` of the queue's status names it. */
const QueueCallbackQuery = z.object({ callid: text(100).min(1) });

export const queueCallbacksApi = defineApi({
  cancelQueueCallback: {
    method: "DELETE",
    path: "/queue/callback",
    access: "user",
    summary: "Do not call back somebody who asked for it; for agents of the queue and supervisors",
    query: QueueCallbackQuery,
    result: z.object({}),
  },
});
