import type { CallRecord } from "@offhook/contract";
import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../../platform/service-context.ts";
import type { CallHistory, CallHistoryState } from "./call-history.ts";

const CallHistoryContext = createServiceContext<CallHistory>("CallHistory");
export const CallHistoryProvider = CallHistoryContext.Provider;

export function useCallHistory(): CallHistory {
  return useService(CallHistoryContext);
}

export function useCallHistoryState<Selected>(select: (state: CallHistoryState) => Selected): Selected {
  return useStore(useCallHistory().state, select);
}

/** The entry as the lists have it, which events keep up to date; undefined when none of them has it. */
export function useListedCall(id: string): CallRecord | undefined {
  const history = useCallHistory();
  return useStore(history.state, () => history.find((record) => record.id === id));
}
