import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { DispatchState, DispatchStore } from "./dispatch-store.ts";

const DispatchContext = createServiceContext<DispatchStore>("DispatchStore");
export const DispatchProvider = DispatchContext.Provider;

export function useDispatchStore(): DispatchStore {
  return useService(DispatchContext);
}

export function useDispatch<Selected>(select: (state: DispatchState) => Selected): Selected {
  return useStore(useDispatchStore().state, select);
}
