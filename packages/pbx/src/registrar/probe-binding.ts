import { nameAddr, sipUri, type UserAgentCore } from "@offhook/sip";
import type { Binding } from "./binding.ts";

/** Asks a device whether it is still there. Any answer is an answer, a refusal too. */
export function probeBinding(
  agent: UserAgentCore,
  domain: string,
  { flow, contact, username }: Binding,
  onAnswer: (isAlive: boolean) => void,
): void {
  agent.request({
    method: "OPTIONS",
    flow,
    uri: contact.uri,
    from: nameAddr(sipUri({ user: "offhook", host: domain })),
    to: nameAddr(sipUri({ user: username, host: domain })),
    onOutcome: (outcome) => onAnswer(outcome.kind === "response"),
  });
}
