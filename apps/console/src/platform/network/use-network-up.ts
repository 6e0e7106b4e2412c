import { useSyncExternalStore } from "react";
import { usePlatform } from "../platform-context.tsx";

/** False from the moment the service cannot be reached until everything is set right again. */
export function useIsNetworkUp(): boolean {
  const { network } = usePlatform();
  return useSyncExternalStore(
    (onChange) => network.subscribe(onChange),
    () => network.state === "up",
  );
}
