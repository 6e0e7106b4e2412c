import { type ReactNode, useEffect } from "react";
import { WebPush } from "../../../platform/notifications/web-push.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";

/** A subscription ends with its session, not with its browser: the next session takes it over. */
export function PushRenewal(): ReactNode {
  const { client, browser } = usePlatform();
  useEffect(() => {
    const push = new WebPush({ client, container: navigator.serviceWorker });
    push
      .renew()
      .catch((failure: unknown) =>
        browser.log.add(browser.clock.now(), "warn", ["Web push could not be renewed", failure]),
      );
  }, [client, browser]);
  return null;
}
