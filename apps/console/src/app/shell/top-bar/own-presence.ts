import { useSyncExternalStore } from "react";
import { type OwnPresence, ownPresence, usePhoneState } from "../../../features/calls/index.ts";
import { useActivePhone } from "../../../features/lines/index.ts";
import { useSettings } from "../../../features/settings/index.ts";
import { useIsNetworkUp } from "../../../platform/network/use-network-up.ts";
import { usePush } from "../../../platform/push/push-context.tsx";

function useIsPushConnected(): boolean {
  const push = usePush();
  return useSyncExternalStore(
    (onChange) => push.listen("state", onChange),
    () => push.state.name === "connected",
  );
}

/** The user's own presence, as colleagues see it. Online is whose phone is registered, which is proved every minute. */
export function useOwnPresence(): OwnPresence {
  const registration = usePhoneState((state) => state.registration.status);
  const isPushConnected = useIsPushConnected();
  // A registration or a socket may seem alive for a while after the network has gone.
  const isNetworkUp = useIsNetworkUp();
  // A user without a line, or whose phone is only being loaded, is as reachable as messages are.
  const isOwnWord =
    registration === "registered" || registration === "failed" || registration === "disconnected";
  const isReachable = isNetworkUp && (isOwnWord ? registration === "registered" : isPushConnected);
  const isDndOn = useActivePhone()?.dnd === "1";
  const areCallsDisabled = useSettings((settings) => settings.disableCalls);
  return ownPresence({ isReachable, isDndOn, areCallsDisabled });
}
