import type { PushEventOf, PushEventType } from "@offhook/contract";
import { createContext, useContext, useEffect, useEffectEvent } from "react";
import type { PushClient } from "./push-client.ts";

const PushContext = createContext<PushClient | undefined>(undefined);

export const PushProvider = PushContext.Provider;

export function usePush(): PushClient {
  const push = useContext(PushContext);
  if (!push) throw new Error("usePush needs a PushProvider above it");
  return push;
}

/** Calls `handler` for each event of this type while the component is there. */
export function usePushEvent<Type extends PushEventType>(
  type: Type,
  handler: (event: PushEventOf<Type>) => void,
): void {
  const push = usePush();
  const handle = useEffectEvent(handler);
  useEffect(() => push.on(type, (event) => handle(event)), [push, type]);
}
