import type { CallRecord } from "@offhook/contract";
import { useMemo } from "react";
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

/** The calls that this device has seen, each once. */
export function useKnownCalls(): readonly CallRecord[] {
  const byFilter = useCallHistoryState((state) => state.lists);
  return useMemo(() => {
    const rows = Object.values(byFilter).flatMap((list) => list.rows);
    return [...new Map(rows.map((row) => [row.id, row])).values()].sort(
      (one, other) => other.time_ms - one.time_ms,
    );
  }, [byFilter]);
}

/** The entry as the lists have it, which events keep up to date; undefined when none of them has it. */
export function useListedCall(id: string): CallRecord | undefined {
  const history = useCallHistory();
  return useStore(history.state, () => history.find((record) => record.id === id));
}
