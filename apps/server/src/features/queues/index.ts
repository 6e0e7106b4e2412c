export { beginPart, endPart, listTakenParts } from "./acts/taken-part-repository.ts";
export { deleteCallback, listCallbacks, saveCallback } from "./callbacks/callback-repository.ts";
export type { QueueCallPhones } from "./calls/queue-call-service.ts";
export { LiveQueueEvents } from "./live/live-queue-events.ts";
export { QueueBoard } from "./live/queue-board.ts";
export { savePassedOver } from "./passed-over/passed-over-repository.ts";
export { readPartsOfOthers } from "./passed-over/read-passed-over.ts";
export { MissedOffers } from "./pauses/missed-offers.ts";
export { createQueuesFeature, type QueuesFeature } from "./queues-feature.ts";
export { readCallWay } from "./records/call-way.ts";
export {
  insertQueueRecords,
  type KeyedQueueRecord,
  listOpenWrapUps,
} from "./records/queue-record-repository.ts";
