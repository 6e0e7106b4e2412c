import { useCallback, useSyncExternalStore } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";

/** Whether the service answers. */
export function useIsReachable(): boolean {
  const { network } = usePlatform();
  const subscribe = useCallback((listener: () => void) => network.subscribe(listener), [network]);
  return useSyncExternalStore(subscribe, () => network.state !== "down");
}
