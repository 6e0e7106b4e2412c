import { dialogKey } from "../dialogs/dialog.ts";
import { InviteUsage } from "../dialogs/invites/invite-usage.ts";
import type { SipHeaders } from "../messages/headers/sip-headers.ts";
import { Replaces } from "../messages/headers/text-headers.ts";
import type { DialogMap } from "./dialog-map.ts";

export type ReplacesLookup =
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "found"; readonly usage: InviteUsage };

/** RFC 3891 §3: which call an INVITE wants to take the place of, and whether it may. */
export function findReplaced(headers: SipHeaders, dialogs: DialogMap): ReplacesLookup {
  if (!headers.has("replaces")) return { kind: "none" };
  const replaces = headers.first(Replaces);
  if (!replaces || headers.count("replaces") > 1) return { kind: "refused", status: 400 };
  const { callId, toTag, fromTag, isEarlyOnly } = replaces;
  const usage = dialogs.get(dialogKey(callId, toTag, fromTag));
  if (!(usage instanceof InviteUsage)) return { kind: "refused", status: 481 };
  switch (usage.state.name) {
    case "ended":
      return { kind: "refused", status: 603 };
    case "early":
      // Only who called may have its ringing call taken over; the callee's is the caller's to cancel.
      return usage.link.dialog.role === "caller"
        ? { kind: "found", usage }
        : { kind: "refused", status: 481 };
    default:
      return isEarlyOnly ? { kind: "refused", status: 486 } : { kind: "found", usage };
  }
}
