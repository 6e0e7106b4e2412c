export { callRoutes } from "./call-routes.ts";
export { findNote } from "./history/call-note-repository.ts";
export { CallNotes } from "./history/call-notes.ts";
export { findReadableRecord, findRecords, listReadableRecords } from "./history/call-record-repository.ts";
export { createCallTimeline } from "./history/call-timeline.ts";
export { type AnsweredCall, MissedCalls } from "./history/missed-calls.ts";
export { PhoneService } from "./lines/phone-service.ts";
