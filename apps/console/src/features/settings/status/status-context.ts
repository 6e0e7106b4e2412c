import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { OwnStatus, OwnStatusState } from "./own-status.ts";

const OwnStatusContext = createServiceContext<OwnStatus>("OwnStatus");
export const OwnStatusProvider = OwnStatusContext.Provider;

export function useOwnStatus(): OwnStatus {
  return useService(OwnStatusContext);
}

export function useOwnStatusState<Selected>(select: (state: OwnStatusState) => Selected): Selected {
  return useStore(useOwnStatus().state, select);
}
