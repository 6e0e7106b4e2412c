import type { IncomingRequest } from "../dialogs/incoming-request.ts";
import type { IncomingInvite } from "../dialogs/invites/incoming-invite.ts";
import type { IncomingSubscription } from "../dialogs/subscriptions/incoming-subscription.ts";
import type { SipRequest } from "../messages/sip-message.ts";
import type { Flow } from "../transactions/flow.ts";
import type { Refused } from "./request-screening.ts";

/** What arrives outside of any dialog. What has no handler is refused. */
export interface UserAgentHandlers {
  /**
   * Whether a stranger must authenticate first. Nothing is kept of a request that is refused here; one that passes
   * comes again to its handler as the same object.
   */
  readonly challenge?: (request: SipRequest, flow: Flow) => Refused | undefined;
  /** Whether this peer has proved who it is; left out: all have. */
  readonly isKnown?: (flow: Flow) => boolean;
  /**
   * Whether a request of a dialog that comes by another way than its dialog is to be believed: Call-ID and tags can
   * be read by others. Left out: all are.
   */
  readonly enterDialog?: (request: SipRequest, flow: Flow, dialogFlow: Flow) => Refused | undefined;
  readonly onInvite?: (invite: IncomingInvite) => void;
  readonly onSubscribe?: (subscription: IncomingSubscription) => void;
  /** By method: REGISTER, MESSAGE, PUBLISH, REFER, ... OPTIONS has an answer of its own without one. */
  readonly methods?: Readonly<Record<string, (request: IncomingRequest) => void>>;
}

const IN_DIALOGS = [
  "INVITE",
  "ACK",
  "CANCEL",
  "BYE",
  "OPTIONS",
  "UPDATE",
  "PRACK",
  "INFO",
  "REFER",
  "NOTIFY",
];

/** The Allow header that fits the handlers. */
export function allowedMethods(handlers: UserAgentHandlers): readonly string[] {
  const own = Object.keys(handlers.methods ?? {});
  return [...new Set([...IN_DIALOGS, ...own, ...(handlers.onSubscribe ? ["SUBSCRIBE"] : [])])];
}
