import { useStore } from "zustand";
import { createServiceContext, useService } from "../../../platform/service-context.ts";
import type { ActiveCall } from "./calls/active-call.ts";
import type { Phone, PhoneState } from "./phone.ts";

const PhoneContext = createServiceContext<Phone>("Phone");
export const PhoneProvider = PhoneContext.Provider;

export function usePhone(): Phone {
  return useService(PhoneContext);
}

export function usePhoneState<Selected>(select: (state: PhoneState) => Selected): Selected {
  return useStore(usePhone().state, select);
}

/** One call by the id in its address; undefined once it is over. */
export function useCall(id: string): ActiveCall | undefined {
  return usePhoneState(({ calls }) => calls.find((call) => call.id === id));
}
