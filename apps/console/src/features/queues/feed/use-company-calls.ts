import { useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { CompanyCalls } from "./company-calls.ts";
import { openFeed } from "./open-feed.ts";

/** The live calls that the user may see, for as long as the screen is open. */
export function useCompanyCalls(): CompanyCalls {
  const { auth, browser, client } = usePlatform();
  const { pbx_cid: customerId } = useUser();
  const [calls] = useState(
    () =>
      new CompanyCalls({
        clock: browser.clock,
        random: browser.random,
        openFeed,
        login: () => auth.current && { token: auth.current.token, customerId },
        renew: () => client.getQueueStatus(),
      }),
  );
  useEffect(() => {
    calls.start();
    return () => calls.stop();
  }, [calls]);
  return calls;
}
