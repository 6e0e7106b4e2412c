import {
  type AgentProfile,
  allowedMethods,
  DEFAULT_SESSION_TIMER,
  type Flow,
  type ParseFault,
  UserAgentCore,
  type UserAgentHandlers,
} from "@offhook/sip";
import { SUMMARY_EVENT } from "../mailboxes/message-summary.ts";
import type { PbxPorts, PbxSettings } from "../pbx-ports.ts";
import { contactText } from "../sip-contact.ts";
import { FaultTally } from "./fault-tally.ts";

/** Ringing is limited by the dial plan; this only keeps a forgotten INVITE from living forever. */
const MAX_RING_MS = 240_000;

/** The SIP side of the PBX. */
export function createAgent(
  { clock, random, hash, decodeAscii, log }: PbxPorts,
  { product, timers }: PbxSettings,
  handlers: UserAgentHandlers,
): UserAgentCore {
  const profile: AgentProfile = {
    product,
    allow: allowedMethods(handlers),
    supported: ["100rel", "timer", "replaces", "outbound", "norefersub"],
    accept: ["application/sdp", "multipart/mixed"],
    allowEvents: [SUMMARY_EVENT],
    contact: (flow) => contactText(flow, "offhook"),
    sessionTimer: DEFAULT_SESSION_TIMER,
    maxRingMs: MAX_RING_MS,
  };
  const tally = new FaultTally(clock, log);
  const onFault = (flow: Flow, fault: ParseFault): void => tally.add(flow.remote.address, fault.reason);
  return new UserAgentCore({
    clock,
    random,
    hash,
    profile,
    handlers,
    onFault,
    ...(timers && { timers }),
    ...(decodeAscii && { parsing: { decodeAscii } }),
  });
}
