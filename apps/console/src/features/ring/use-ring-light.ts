import { type RingLight, ringChecks, ringLight } from "./ring-checks.ts";
import { useRingFacts } from "./use-ring-facts.ts";

/** Will I ring? In one color and a few words. */
export function useRingLight(): RingLight {
  return ringLight(ringChecks(useRingFacts().facts));
}
