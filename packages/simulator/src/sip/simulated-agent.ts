import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "@offhook/kernel";
import { type AgentProfile, type Hash, UserAgentCore, type UserAgentHandlers } from "@offhook/sip";

const hash: Hash = {
  md5: (data) => createHash("md5").update(data).digest("hex"),
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
};

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The SIP side of a carrier or device of the simulator. */
export function createAgent(handlers: UserAgentHandlers, profile: AgentProfile): UserAgentCore {
  const random = { bytes: (count: number) => randomBytes(count) };
  return new UserAgentCore({ clock: systemClock, random, hash, handlers, profile });
}
