import { UnreadService, type UnreadServiceDeps } from "./unread-service.ts";

/** Counts for every other feature; its routes are those of messages. */
export function createUnreadFeature(deps: UnreadServiceDeps): UnreadService {
  return new UnreadService(deps);
}
