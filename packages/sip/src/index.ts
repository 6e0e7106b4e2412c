export type { DigestAlgorithm, Hash } from "./auth/digest.ts";
export {
  type DigestAnswer,
  type DigestSecret,
  DigestServer,
} from "./auth/digest-server.ts";
export type { RequestOutcome } from "./dialogs/dialog-requests.ts";
export type { AgentProfile, Signer } from "./dialogs/dialog-services.ts";
export { dtmfBody, parseDtmf } from "./dialogs/dtmf-relay.ts";
export type { IncomingRequest } from "./dialogs/incoming-request.ts";
export type { IncomingInvite } from "./dialogs/invites/incoming-invite.ts";
export { InviteUsage } from "./dialogs/invites/invite-usage.ts";
export type {
  InviteFailure,
  InviteProgress,
  InviteSuccess,
  OutgoingInvite,
  OutgoingInviteObserver,
  OutgoingInviteParts,
} from "./dialogs/invites/outgoing-invite.ts";
export { PASSIVE_OBSERVER, type UsageObserver } from "./dialogs/invites/usage-observer.ts";
export type { EndCause } from "./dialogs/invites/usage-state.ts";
export type { IncomingOffer } from "./dialogs/offers/incoming-offers.ts";
export type { SavedDialog } from "./dialogs/saved-dialog.ts";
export { DEFAULT_SESSION_TIMER } from "./dialogs/session-timers/session-interval.ts";
export type { IncomingSubscription } from "./dialogs/subscriptions/incoming-subscription.ts";
export type { OutgoingSubscription } from "./dialogs/subscriptions/outgoing-subscription.ts";
export type { IncomingRefer } from "./dialogs/transfers/incoming-refer.ts";
export { isIpv4, isIpv6 } from "./grammar/host.ts";
export { Identifiers, type Random } from "./grammar/identifiers.ts";
export { formatNameAddr, type NameAddr, nameAddr } from "./grammar/name-addr.ts";
export {
  parameterValue,
  withoutParameter,
} from "./grammar/parameters.ts";
export {
  formatUri,
  parseUri,
  type SipUri,
  sipUri,
  type Uri,
  userText,
} from "./grammar/uri.ts";
export { type AsciiDecoder, decodeUtf8, encodeUtf8 } from "./grammar/utf8.ts";
export { type Body, bodyOf } from "./messages/create-response.ts";
export * from "./messages/headers/address-headers.ts";
export * from "./messages/headers/number-headers.ts";
export { SipHeaders } from "./messages/headers/sip-headers.ts";
export { UserAgent } from "./messages/headers/text-headers.ts";
export * from "./messages/headers/token-headers.ts";
export { parseDatagram } from "./messages/parsing/message-parser.ts";
export { type BodyPart, partsOf } from "./messages/parsing/multipart.ts";
export type { ParseFault } from "./messages/parsing/parse-fault.ts";
export {
  StreamFramer,
  type StreamItem,
} from "./messages/parsing/stream-framer.ts";
export { SipRequest } from "./messages/sip-message.ts";
export { type Flow, isReliable } from "./transactions/flow.ts";
export { DEFAULT_TIMERS, type TimerSettings } from "./transactions/machines/timer-settings.ts";
export type { ClientRequestParts } from "./user-agent/client-request.ts";
export type { Refused } from "./user-agent/request-screening.ts";
export { UserAgentCore } from "./user-agent/user-agent-core.ts";
export { allowedMethods, type UserAgentHandlers } from "./user-agent/user-agent-handlers.ts";
