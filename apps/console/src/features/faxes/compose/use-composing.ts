import { useStore } from "zustand";
import { useFaxes } from "../use-faxes.ts";
import { type ComposingState, type FaxComposing, openComposing } from "./fax-composing.ts";

export function useComposing(): FaxComposing {
  return useFaxes().composing(openComposing);
}

export function useComposed<Selected>(select: (state: ComposingState) => Selected): Selected {
  return useStore(useComposing().state, select);
}
