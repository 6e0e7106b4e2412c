import { useStore } from "zustand";
import { usePlatform } from "../../../platform/platform-context.tsx";

/** Another version of the console waits to be started. */
export function useHasUpdate(): boolean {
  return useStore(usePlatform().browser.updates.state, (stage) => stage !== "current");
}
