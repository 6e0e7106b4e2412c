import type { queuesApi } from "@offhook/contract";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { HuntGroupService } from "./hunt-group-service.ts";
import type { QueueStatusService } from "./live/queue-status-service.ts";
import type { QueueNumberService } from "./numbers/queue-number-service.ts";
import type { PassedOverService } from "./passed-over/passed-over-service.ts";
import type { QueuePauseService } from "./pauses/queue-pause-service.ts";
import type { QueueService } from "./queue-service.ts";

export interface QueueServices {
  readonly queues: QueueService;
  readonly statuses: QueueStatusService;
  readonly pauses: QueuePauseService;
  readonly numbers: QueueNumberService;
  readonly huntGroups: HuntGroupService;
  readonly passedOver: PassedOverService;
}

export function queueRoutes(services: QueueServices): Handlers<typeof queuesApi> {
  const { queues, statuses, pauses, numbers, huntGroups, passedOver } = services;
  return {
    listQueues: ({ actor, query }) => queues.list(actor, query.phone),
    listMyQueues: ({ actor, query }) => queues.listServed(actor, query.phone),
    listAgents: ({ actor, query }) => queues.listAgents(actor, query.phone),
    loginToQueue: ({ actor, body }) => queues.setAvailable(actor, body.queue, body.phone, true),
    logoutOfQueue: ({ actor, body }) => queues.setAvailable(actor, body.queue, body.phone, false),
    getQueueStatus: ({ actor }) => statuses.read(actor),
    pauseQueues: ({ actor, body }) => pauses.pause(actor, body),
    resumeQueues: ({ actor, body }) => pauses.resume(actor, body.phone),
    getQueueNumbers: ({ actor, query }) => numbers.today(actor, query),
    getQueueReport: ({ actor, query }) => numbers.report(actor, query),
    listPassedOverCalls: ({ actor, query }) => passedOver.list(actor, query),
    getHuntGroups: ({ actor }) => huntGroups.list(actor),
    updateHuntGroupAvailability: ({ actor, body }) =>
      huntGroups.setAvailable(actor, body.hid, body.available),
    listHuntGroupDestinations: ({ actor, query }) => huntGroups.listDestinations(actor, query.huntgroup),
    updateHuntGroupDestinations: ({ actor, body }) => huntGroups.updateDestinations(actor, body),
  };
}
