import { useSyncExternalStore } from "react";
import { type OwnPresence, ownPresence, useActivePhone } from "../../features/calls/index.ts";
import { useSettings } from "../../features/settings/index.ts";
import { usePush } from "../../platform/push-context.tsx";

function useIsPushConnected(): boolean {
  const push = usePush();
  return useSyncExternalStore(
    (onChange) => push.listen("state", onChange),
    () => push.state.name === "connected",
  );
}

/** The user's own presence, as colleagues see it. */
export function useOwnPresence(): OwnPresence {
  const isReachable = useIsPushConnected();
  const isDndOn = useActivePhone()?.dnd === "1";
  const areCallsDisabled = useSettings((settings) => settings.disableCalls);
  return ownPresence({ isReachable, isDndOn, areCallsDisabled });
}
