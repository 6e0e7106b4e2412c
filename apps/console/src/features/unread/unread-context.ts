import type { UnreadCounters } from "@offhook/contract";
import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { UnreadStore } from "./unread-counters.ts";

const UnreadStoreContext = createServiceContext<UnreadStore>("UnreadStore");
export const UnreadProvider = UnreadStoreContext.Provider;

export function useUnreadStore(): UnreadStore {
  return useService(UnreadStoreContext);
}

export function useUnread<Selected>(select: (counters: UnreadCounters) => Selected): Selected {
  return useStore(useUnreadStore().state, select);
}
