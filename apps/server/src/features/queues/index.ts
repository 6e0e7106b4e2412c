export { createQueuesFeature } from "./queues-feature.ts";
