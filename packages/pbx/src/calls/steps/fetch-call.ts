import { CallChange } from "../call-change.ts";
import type { CallId } from "../call-ids.ts";
import type { CallState } from "../call-state.ts";
import type { LegRecord } from "../records/leg-record.ts";
import { type JoinedCalls, pickUp } from "./join-calls.ts";
import { answerNear } from "./near-steps.ts";
import { settleRing } from "./ring-steps.ts";
import { connectRinging } from "./ringing-steps.ts";
import { finish } from "./step-call.ts";

/** A call that somebody fetches by dialing: a parked one, or one that rings for a colleague. */
export type FetchedCall =
  | { readonly kind: "pickUp"; readonly slot: number }
  /** With the record of whoever answers. */
  | { readonly kind: "groupPickUp"; readonly callId: CallId; readonly record: LegRecord };

/** Undefined where it is not there any more: of two who want the same call the first gets it. */
export function fetchCall(
  calls: ReadonlyMap<CallId, CallState>,
  fetching: CallState,
  fetched: FetchedCall,
  at: number,
): JoinedCalls | undefined {
  if (fetched.kind === "groupPickUp") {
    const ringing = calls.get(fetched.callId);
    return ringing && pickUpRinging(ringing, fetching, fetched.record, at);
  }
  const parked = [...calls.values()].find(
    (state) =>
      state.name === "parked" &&
      state.slot === fetched.slot &&
      state.core.companyId === fetching.core.companyId,
  );
  return parked && pickUp(parked, fetching, at);
}

/** Somebody answers a call that rings for others, from the call in which they dialed for it. */
function pickUpRinging(
  ringing: CallState,
  fetching: CallState,
  record: LegRecord,
  at: number,
): JoinedCalls | undefined {
  if (ringing.name !== "ringing" || fetching.name !== "routing" || fetching.purpose.kind !== "dial")
    return undefined;
  const keeping = new CallChange(ringing.core, at);
  const closing = new CallChange(fetching.core, at);
  closing.close(fetching.near.channel.recordId, "replaced");
  const closed: CallState = { name: "ended", core: closing.core, cause: "replaced" };
  const channel = { ...fetching.near.channel, recordId: record.id };
  settleRing(keeping, ringing.ring, channel);
  keeping.open({ record });
  keeping.emit({ type: "moveChannel", channelId: channel.id, to: ringing.core.id });
  const far = answerNear(keeping, { ...fetching.near, channel });
  const after = connectRinging(keeping, ringing, far);
  return { kept: finish(ringing, after, keeping), closed: finish(fetching, closed, closing) };
}
