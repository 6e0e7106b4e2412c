import type { LineTrouble } from "../calls/passed-over.ts";
import type { EndpointConfig } from "./company-config.ts";
import type { RouteWorld } from "./route-request.ts";

type LineWorld = Pick<RouteWorld, "devicesOf" | "awaitMs" | "callsOf">;

/** Why an endpoint cannot be rung now; undefined when it can. */
export function lineTrouble(world: LineWorld, endpoint: EndpointConfig): LineTrouble | undefined {
  if (isQuiet(endpoint)) return "doNotDisturb";
  if (isBusy(world, endpoint)) return "busy";
  const isThere = world.devicesOf(endpoint.id).length > 0 || world.awaitMs(endpoint.id) > 0;
  return isThere ? undefined : "noDevice";
}

/** Its people want no calls. */
export const isQuiet = ({ isCallsDisabled, isDoNotDisturb }: EndpointConfig): boolean =>
  isCallsDisabled || isDoNotDisturb;

export function isBusy(
  world: Pick<LineWorld, "callsOf">,
  { id, maxCalls, hasCallWaiting }: EndpointConfig,
): boolean {
  const calls = world.callsOf(id);
  return calls >= maxCalls || (calls > 0 && !hasCallWaiting);
}
