import type { Phone } from "@offhook/contract";
import { useStore } from "zustand";
import { createServiceContext, useService } from "../../platform/service-context.ts";
import { type BlockedNumbers, isBlockedNumber } from "./blocked-numbers.ts";
import type { PhoneLine } from "./phone-line.ts";

const PhoneLineContext = createServiceContext<PhoneLine>("PhoneLine");
export const PhoneLineProvider = PhoneLineContext.Provider;

export function usePhoneLine(): PhoneLine {
  return useService(PhoneLineContext);
}

/** A line of the user; undefined until it is loaded. */
export function useLine(name: string): Phone | undefined {
  return useStore(usePhoneLine().state, (state) => state.lines[name]);
}

/** The active line; undefined until it is loaded. */
export function useActivePhone(): Phone | undefined {
  return useStore(usePhoneLine().state, (state) => state.phone);
}

const BlockedNumbersContext = createServiceContext<BlockedNumbers>("BlockedNumbers");
export const BlockedNumbersProvider = BlockedNumbersContext.Provider;

export function useBlockedNumbers(): BlockedNumbers {
  return useService(BlockedNumbersContext);
}

export function useIsBlocked(number: string): boolean {
  return useStore(useBlockedNumbers().state, (state) => isBlockedNumber(state, number));
}
