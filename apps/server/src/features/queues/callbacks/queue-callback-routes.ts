import type { queueCallbacksApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { QueueCallbackService } from "./queue-callback-service.ts";

export function queueCallbackRoutes(callbacks: QueueCallbackService): Handlers<typeof queueCallbacksApi> {
  return { cancelQueueCallback: ({ actor, query }) => callbacks.cancel(actor, query.callid) };
}
