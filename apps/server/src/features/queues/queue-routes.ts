import type { queuesApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { HuntGroupService } from "./hunt-group-service.ts";
import type { QueueService } from "./queue-service.ts";

export function queueRoutes(queues: QueueService, huntGroups: HuntGroupService): Handlers<typeof queuesApi> {
  return {
    listQueues: ({ actor, query }) => queues.list(actor, query.phone),
    listMyQueues: ({ actor, query }) => queues.listServed(actor, query.phone),
    listAgents: ({ actor, query }) => queues.listAgents(actor, query.phone),
    loginToQueue: ({ actor, body }) => queues.setAvailable(actor, body.queue, body.phone, true),
    logoutOfQueue: ({ actor, body }) => queues.setAvailable(actor, body.queue, body.phone, false),
    getHuntGroups: ({ actor }) => huntGroups.list(actor),
    updateHuntGroupAvailability: ({ actor, body }) =>
      huntGroups.setAvailable(actor, body.hid, body.available),
    listHuntGroupDestinations: ({ actor, query }) => huntGroups.listDestinations(actor, query.huntgroup),
    updateHuntGroupDestinations: ({ actor, body }) => huntGroups.updateDestinations(actor, body),
  };
}
