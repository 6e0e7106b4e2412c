import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import type { Availability, AvailabilityState } from "./availability-store.ts";

const AvailabilityContext = createServiceContext<Availability>("Availability");
export const AvailabilityProvider = AvailabilityContext.Provider;

export function useAvailability(): Availability {
  return useService(AvailabilityContext);
}

export function useAvailabilityState<Selected>(select: (state: AvailabilityState) => Selected): Selected {
  return useStore(useAvailability().state, select);
}
