export type { FaxCall } from "./client/fax-call.ts";
export { FaxEngine } from "./client/fax-engine.ts";
export { readFaxJournal } from "./journal/fax-journal.ts";
export type { FaxCallEnd } from "./protocol/fax-call-events.ts";
export type { FaxOrder } from "./protocol/fax-order.ts";
