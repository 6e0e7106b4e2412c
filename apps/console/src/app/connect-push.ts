import { Scope } from "@offhook/kernel";
import type { Session } from "../features/session/index.ts";
import { ApiFailure } from "../platform/api/api-failure.ts";
import type { Platform } from "../platform/platform.ts";
import type { PushClient } from "../platform/push/push-client.ts";

export interface PushWiring {
  readonly platform: Platform;
  readonly session: Session;
  readonly push: PushClient;
}

/** Starts the live line and ties it to network, session and profile. Returns what ends it. */
export function connectPush({ platform, session, push }: PushWiring): () => void {
  const { client, network, events, signOutHooks } = platform;
  const scope = new Scope();
  scope.add(() => push.stop());
  scope.add(signOutHooks.add(() => push.stop()));
  // A line that breaks is often the first sign of an outage; the status check then ends its wait.
  scope.add(
    push.listen("state", ({ now }) => {
      if (now.name === "waiting") network.suspect();
    }),
  );
  scope.add(
    network.onRecovery(() => {
      if (push.state.name === "connected") push.reconnect();
      else push.wake();
    }),
  );
  scope.add(
    push.listen("sessionEnded", () => {
      // The line closes without words. The service refuses any request now, and says why.
      void client.listTimezones().then(
        () => events.emit("sessionEnded", undefined),
        (failure: unknown) => {
          if (!(failure instanceof ApiFailure && failure.isSessionGone))
            events.emit("sessionEnded", undefined);
        },
      );
    }),
  );
  // Lines were given or taken. Out of reach right now: the recovery loads the profile anyway.
  scope.add(push.on("DID_UPDATE", () => void session.reloadProfile().catch(() => {})));
  scope.add(push.on("EMAIL_CHANGED", () => void session.reloadProfile().catch(() => {})));
  const wake = (): void => {
    if (document.visibilityState === "visible") push.wake();
  };
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  scope.add(() => {
    window.removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
  });
  push.start();
  return () => scope.close();
}
