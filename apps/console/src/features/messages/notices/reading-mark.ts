import type { SmsAddress } from "@offhook/contract";
import { conversationKey } from "../store/text-api.ts";

// A lock that is shared and never waited for: all tabs of the browser see it, and it goes with its tab.
const markOf = (address: SmsAddress): string => `offhook-sms-reading ${conversationKey(address)}`;

/** Says to the other tabs that this conversation lies open before the user, until it is taken back. */
export function markReading(address: SmsAddress): () => void {
  if (!("locks" in navigator)) return () => {};
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  void navigator.locks.request(markOf(address), { mode: "shared" }, () => left);
  return leave;
}

/** Whether the user looks at this conversation, in whichever tab. */
export async function isReading(address: SmsAddress): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === markOf(address));
}
