export { createSmsTimeline } from "./conversations/sms-timeline.ts";
export { createMessagesFeature } from "./messages-feature.ts";
export type { TextCarrier } from "./text-carrier.ts";
export type { UnreadLine } from "./unread-repository.ts";
export { UnreadService } from "./unread-service.ts";
