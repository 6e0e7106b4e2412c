import type { IncomingInvite } from "@offhook/sip";
import { isBrowserFlow } from "../registrar/binding.ts";
import type { LegKind } from "./leg.ts";

/** How a caller's leg is to be treated. */
export const kindOfCaller = (invite: IncomingInvite, isTrunk: boolean): LegKind => {
  if (isTrunk) return "trunk";
  return isBrowserFlow(invite.flow) ? "browser" : "phone";
};
