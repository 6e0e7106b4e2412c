import { nameAddr, type OutgoingInviteParts } from "@offhook/sip";
import type { RingTarget } from "../calls/call-state.ts";
import type { TrunkLink } from "../trunks/trunk-link.ts";
import { type CallOut, callerAddress, trunkParts } from "./sip-headers-of-calls.ts";

/** How somebody outside is called over a carrier; undefined while there is no way to it. */
export function trunkInvite(
  link: TrunkLink | undefined,
  target: RingTarget,
  call: CallOut,
): Omit<OutgoingInviteParts, "offer"> | undefined {
  if (!link?.flow) return undefined;
  const uri = link.address(target.dial ?? target.record.ownNumber);
  return {
    flow: link.flow,
    uri,
    from: callerAddress(target.shown, call.domain),
    to: nameAddr(uri),
    ...trunkParts(target, call),
    signer: link.signer,
  };
}
