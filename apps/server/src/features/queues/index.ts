export { createQueuesFeature } from "./queues-feature.ts";
export { insertQueueRecords, type KeyedQueueRecord } from "./records/queue-record-repository.ts";
