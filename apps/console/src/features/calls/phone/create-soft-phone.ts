import type { SoftPhonePorts } from "./phone-ports.ts";
import { startJssipAgent } from "./sip/jssip-agent.ts";
import { SoftPhone } from "./soft-phone.ts";
import { openTabLink } from "./tab-link.ts";

export interface SoftPhoneOptions extends Omit<SoftPhonePorts, "startAgent" | "link" | "newId"> {
  readonly user: number;
}

/** The phone with everything of the browser it stands on. Only this file brings JsSIP along: load it late. */
export async function createSoftPhone({ user, ...ports }: SoftPhoneOptions): Promise<SoftPhone> {
  const newId = (): string => crypto.randomUUID();
  const link = await openTabLink({ user, tabStore: ports.tabStore, newId, locks: navigator.locks });
  const instanceId = newId();
  return new SoftPhone({
    ...ports,
    newId,
    link,
    startAgent: (settings, listener) => startJssipAgent(settings, listener, instanceId),
  });
}
