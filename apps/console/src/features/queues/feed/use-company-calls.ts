import { useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { openWebSocket } from "../../../platform/push/web-socket.ts";
import { CompanyCalls } from "./company-calls.ts";

/** The live calls that the user may see, for as long as the screen is open. */
export function useCompanyCalls(): CompanyCalls {
  const { auth, browser, client } = usePlatform();
  const [calls] = useState(
    () =>
      new CompanyCalls({
        clock: browser.clock,
        random: browser.random,
        openSocket: openWebSocket,
        token: () => auth.current?.token,
        renew: () => client.getQueueStatus(),
      }),
  );
  useEffect(() => {
    calls.start();
    return () => calls.stop();
  }, [calls]);
  return calls;
}
