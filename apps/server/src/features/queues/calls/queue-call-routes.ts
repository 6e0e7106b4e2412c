import type { queueCallsApi } from "@offhook/contract";
import type { Handlers } from "../../../http/routes/handlers.ts";
import type { QueueCallService } from "./queue-call-service.ts";

export function queueCallRoutes(calls: QueueCallService): Handlers<typeof queueCallsApi> {
  return {
    takeQueueCall: ({ actor, body }) => calls.take(actor, body),
    getReadyForQueues: ({ actor, body }) => calls.getReady(actor, body.phone),
    moveQueueCallToFront: ({ actor, body }) => calls.moveToFront(actor, body.callid),
    moveQueueCall: ({ actor, body }) => calls.moveToQueue(actor, body.callid, body.queue),
    sendQueueCall: ({ actor, body }) => calls.send(actor, body.callid, body.destination),
  };
}
