import type { QueueConfig } from "./company-config.ts";
import { digitsOf, isSameCaller } from "./company-plan.ts";
import type { RouteRequest } from "./route-request.ts";

/** What the queue's list says of whoever calls; the highest that fits, 0 without any. */
export function callerPriority(
  { core, near }: Pick<RouteRequest, "core" | "near">,
  { callerPriorities = [] }: QueueConfig,
): number {
  // Whoever hides their number is not known by it.
  if (core.isAnonymous && near === core.caller) return 0;
  const fitting = callerPriorities.filter(({ number }) => fits(number, near.number));
  return Math.max(0, ...fitting.map(({ priority }) => priority));
}

function fits(listed: string, number: string): boolean {
  return listed.endsWith("*") ? digitsOf(number).startsWith(digitsOf(listed)) : isSameCaller(listed, number);
}
