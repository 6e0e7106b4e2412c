import type { CallCore, Channel, OpenLeg } from "../calls/call-state.ts";
import type { SavedLeg } from "../legs/saved-leg.ts";
import type { ResumedCaller } from "../queues/floor-state.ts";

/** A caller who waits in a queue, as plain data: what is needed to go on after a restart. */
export interface SavedWaitingCall {
  readonly core: Omit<CallCore, "legs">;
  /** The caller's part in the history. */
  readonly openLeg: OpenLeg;
  readonly channel: Channel;
  readonly caller: Omit<ResumedCaller, "blockedBy" | "party">;
  /** Undefined for a browser, which comes back to its call by itself. */
  readonly leg: SavedLeg | undefined;
}

/** Keeps callers who wait over a restart. Nobody waits for it. */
export interface WaitingCallStore {
  save(call: SavedWaitingCall): void;
  remove(callId: string): void;
  /** The server is still there for all of them. */
  noteLife(): void;
}
