import type { HangupCause } from "../calls/hangup-cause.ts";
import type { EndpointConfig } from "./company-config.ts";
import { type CompanyPlan, isSameCaller } from "./company-plan.ts";
import type { RouteRequest } from "./route-request.ts";

/**
 * Why this line does not want to hear from the caller, whatever the way: dialed, forwarded, transferred, through a
 * hunt group or a queue.
 */
export function unwantedCaller(
  { config }: CompanyPlan,
  { core, near }: Pick<RouteRequest, "core" | "near">,
  endpoint: EndpointConfig,
): HangupCause | undefined {
  if (core.isAnonymous && near === core.caller)
    return endpoint.rejectsAnonymous ? "anonymousRejected" : undefined;
  const blocked = [...endpoint.blockedCallers, ...config.blockedCallers];
  return blocked.some((each) => isSameCaller(each, near.number)) ? "blocked" : undefined;
}
