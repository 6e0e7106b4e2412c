import { exceptOutages } from "../api/api-failure.ts";
import type { Platform } from "../platform.ts";
import { PushClient } from "./push-client.ts";
import { createPushCursor, createPushToken } from "./push-login.ts";
import { openWebSocket } from "./web-socket.ts";

/** The live line of the account this tab is signed in to. */
export function createPush({ auth, browser, client, device }: Platform): PushClient {
  const accountId = (): number | null => auth.current?.accountId ?? null;
  const { clock, random, store, isOnline, reportError } = browser;
  return new PushClient({
    clock,
    random,
    openSocket: (listener) => openWebSocket("/push", listener),
    token: createPushToken({ client, store, clock, uuid: device.id, accountId }),
    cursor: createPushCursor(store, accountId),
    isOnline,
    onHandlerFailed: exceptOutages(reportError),
  });
}
