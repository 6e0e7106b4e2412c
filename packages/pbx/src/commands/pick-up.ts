import type { CallCore, Party, RingStage } from "../calls/call-state.ts";
import type { EndpointConfig } from "../dialplan/company-config.ts";
import { endpointTarget } from "../dialplan/ring-targets.ts";
import type { RouteWorld } from "../dialplan/route-request.ts";

/** Whoever asked for it is there; a page without a microphone is not waited for. */
const RING_MS = 15_000;

/** Rings these devices of the line for somebody who speaks to a mailbox; undefined where none of them is there. */
export function planPickUp(
  world: RouteWorld,
  caller: { readonly core: CallCore; readonly near: Party },
  endpoint: EndpointConfig,
  devices: readonly string[],
): RingStage | undefined {
  const target = endpointTarget(world, caller, endpoint);
  const channels = target.channels.filter(({ deviceId }) => devices.includes(deviceId ?? ""));
  if (channels.length === 0) return undefined;
  return { targets: [{ ...target, channels, awaited: undefined }], timeoutMs: RING_MS, isSpare: false };
}
