import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { MessagesHub } from "./messages-hub.ts";

const MessagesHubContext = createServiceContext<MessagesHub>("MessagesHub");
export const MessagesProvider = MessagesHubContext.Provider;

export function useMessagesHub(): MessagesHub {
  return useService(MessagesHubContext);
}
