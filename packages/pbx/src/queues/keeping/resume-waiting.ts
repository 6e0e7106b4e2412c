import { type Flow, parseUri, type UserAgentCore } from "@offhook/sip";
import type { CallId } from "../../calls/call-ids.ts";
import type { CallRunner } from "../../calls/call-runner.ts";
import { presentSeat, type Seat } from "../../calls/call-state.ts";
import type { LegBoard } from "../../legs/leg-board.ts";
import type { SavedLeg } from "../../legs/saved-leg.ts";
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
 * the caller has shown to be still there; one who does not is gone, as if they had hung up.
 */
export async function resumeWaiting(
  parts: ResumeParts,
  saved: SavedWaitingCall,
  onKnown: (callId: CallId, isAbsent: boolean) => void,
): Promise<void> {
  const { runner, board, agent } = parts;
  const queues = parts.queues();
  const { leg, channel, openLeg } = saved;
  const flow = leg && (await openFlow(parts, saved, leg));
  const usage = flow && agent.resume(leg.dialog, flow);
  const core = { ...saved.core, legs: new Map([[openLeg.record.id, openLeg]]) };
  const { id: callId, companyId } = core;
  onKnown(callId, usage === undefined);
  const onAlive = (): void => queues.foundAlive(companyId, callId);
  if (usage) board().resume(usage, channel, core, leg, onAlive);
  const near: Seat = usage ? presentSeat(channel, true) : lostSeat(parts, saved);
  runner().resume({ name: "waiting", core, near, queueId: saved.caller.queueId });
  queues.resumeWaiting(companyId, saved.caller);
}

/** Kept for a device that comes back by itself; a carrier does not. */
function lostSeat({ ports, reattachMs }: ResumeParts, { channel }: SavedWaitingCall): Seat {
  const waitMs = channel.party.endpointId === undefined ? 0 : reattachMs;
  return { kind: "lost", channel, until: ports.clock.now() + waitMs };
}

/** Undefined where nothing answers. */
async function openFlow(
  { ports, trunk }: ResumeParts,
  { channel }: SavedWaitingCall,
  { transport, address, port, dialog }: SavedLeg,
): Promise<Flow | undefined> {
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
