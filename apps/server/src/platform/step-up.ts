import type { Actor } from "./actor.ts";

/** Tells whether the holder of a session has confirmed lately that it is them. */
export interface StepUpCheck {
  /** `proof` is what the request brought along. Asked for every request to a guarded route, so it never waits. */
  isProved(actor: Actor, proof: string): boolean;
}
