export type { CallPhones, StoredDestination } from "./call-phones.ts";
export { createCallsFeature } from "./calls-feature.ts";
export { findRecords } from "./history/call-record-repository.ts";
export { createCallTimeline } from "./history/call-timeline.ts";
export { type AnsweredCall, MissedCalls } from "./history/missed-calls.ts";
export { findActiveLine } from "./lines/line-repository.ts";
export { PhoneService } from "./lines/phone-service.ts";
export { LiveCallEvents } from "./live/live-call-events.ts";
export { LiveCalls } from "./live/live-calls.ts";
