export { ItemReads, type ItemReadsDeps, type ReadOnLine } from "./item-reads.ts";
export { createUnreadFeature } from "./unread-feature.ts";
export type { UnreadLine } from "./unread-repository.ts";
export { UnreadService } from "./unread-service.ts";
