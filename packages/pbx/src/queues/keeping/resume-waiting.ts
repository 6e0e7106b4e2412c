import { type Flow, parseUri, type UserAgentCore } from "@offhook/sip";
import type { CallId } from "../../calls/call-ids.ts";
import type { CallRunner } from "../../calls/call-runner.ts";
import { presentSeat, type Seat } from "../../calls/call-state.ts";
import type { LegBoard } from "../../legs/leg-board.ts";
import type { PbxPorts } from "../../pbx-ports.ts";
import type { SavedWaitingCall } from "../../ports/waiting-call-store.ts";
import type { TrunkLink } from "../../trunks/trunk-link.ts";
import type { QueueRegistry } from "../queue-registry.ts";

export interface ResumeParts {
  readonly ports: Pick<PbxPorts, "clock" | "flows">;
  readonly agent: UserAgentCore;
  readonly runner: () => CallRunner;
  readonly board: () => LegBoard;
  readonly queues: () => QueueRegistry;
  readonly trunk: (trunkId: string) => TrunkLink | undefined;
  /** How long a caller may take to come back who has to do so by themselves. */
  readonly reattachMs: number;
}

const SIP_PORT = 5_060;

/**
 * A caller who waited before a restart waits on, in the old place, and hears music again. Agents are rung as soon as
 * the caller has shown to be still there; one who does not is gone, as if they had hung up. A phone whose connection
 * broke has its place from the beginning: it may take seconds to be reached, or come back by itself.
 */
export async function resumeWaiting(
  parts: ResumeParts,
  saved: SavedWaitingCall,
  onKnown: (callId: CallId, isAbsent: boolean) => void,
): Promise<void> {
  const { runner } = parts;
  const queues = parts.queues();
  const { channel, openLeg } = saved;
  // At once for a browser, which asks for its call as soon as it can.
  const flow = saved.leg && !isPhoneOnStream(saved) ? await openFlow(parts, saved) : undefined;
  const core = { ...saved.core, legs: new Map([[openLeg.record.id, openLeg]]) };
  const isThere = flow !== undefined && resumeLeg(parts, saved, flow);
  onKnown(core.id, !isThere);
  const near: Seat = isThere ? presentSeat(channel, true) : lostSeat(parts, saved);
  runner().resume({ name: "waiting", core, near, queueId: saved.caller.queueId });
  queues.resumeWaiting(core.companyId, { ...saved.caller, waitingSince: core.waitingSince });
}

/** Takes the leg up again over this flow, and asks its far end whether it is still there. False where that cannot be. */
export function resumeLeg(
  { agent, board, queues }: ResumeParts,
  { leg, channel, core }: SavedWaitingCall,
  flow: Flow,
): boolean {
  const usage = leg && agent.resume(leg.dialog, flow);
  if (!usage) return false;
  board().resume(usage, channel, core, leg, () => queues().foundAlive(core.companyId, core.id));
  return true;
}

/** A desk phone over TCP, which called us: there may be no way to it. */
export const isPhoneOnStream = ({ leg, channel }: SavedWaitingCall): boolean =>
  leg !== undefined && leg.transport !== "UDP" && channel.party.endpointId !== undefined;

/** Kept for a device that comes back by itself; a carrier does not. */
function lostSeat({ ports, reattachMs }: ResumeParts, { channel }: SavedWaitingCall): Seat {
  const waitMs = channel.party.endpointId === undefined ? 0 : reattachMs;
  return { kind: "lost", channel, until: ports.clock.now() + waitMs };
}

/** Undefined where nothing answers, or a browser is waited for. */
export async function openFlow(
  { ports, trunk }: ResumeParts,
  { channel, leg }: SavedWaitingCall,
): Promise<Flow | undefined> {
  if (!leg) return undefined;
  const { transport, address, port, dialog } = leg;
  const carrier = trunk(channel.party.trunkId ?? "")?.config;
  try {
    if (transport === "UDP") return await ports.flows.open({ transport, host: address, port });
    // A connection of before is gone: a carrier is called where it is configured, a phone where it says it listens.
    if (carrier) return await ports.flows.open({ transport, host: carrier.host, port: carrier.port });
    return await ports.flows.open({ transport, host: address, port: portOf(dialog.remoteTarget) });
  } catch {
    return undefined;
  }
}

function portOf(target: string): number {
  const uri = parseUri(target);
  return (uri && "port" in uri ? uri.port : undefined) ?? SIP_PORT;
}
