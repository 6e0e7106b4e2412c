export { type DigestAlgorithm, type Hash, ha1Of } from "./auth/digest.ts";
export { type ChallengeAnswer, type Credentials, DigestClient } from "./auth/digest-client.ts";
export {
  type DigestAnswer,
  type DigestSecret,
  DigestServer,
  type DigestServerParts,
  type DigestVerdict,
} from "./auth/digest-server.ts";
export { type Dialog, dialogKey } from "./dialogs/dialog.ts";
export type { RequestOutcome } from "./dialogs/dialog-requests.ts";
export type { AgentProfile, Signer } from "./dialogs/dialog-services.ts";
export { type DtmfKey, dtmfBody, parseDtmf } from "./dialogs/dtmf-relay.ts";
export type { AcceptParts, IncomingInvite, ProgressParts } from "./dialogs/incoming-invite.ts";
export type { IncomingOffer, OfferAnswer } from "./dialogs/incoming-offers.ts";
export type { IncomingRefer } from "./dialogs/incoming-refer.ts";
export type { AnswerParts, IncomingRequest } from "./dialogs/incoming-request.ts";
export type {
  IncomingSubscription,
  IncomingSubscriptionObserver,
  SubscriptionEnd,
} from "./dialogs/incoming-subscription.ts";
export { InviteUsage } from "./dialogs/invite-usage.ts";
export { type MessageSummary, messageSummaryBody, parseMessageSummary } from "./dialogs/message-summary.ts";
export type {
  InviteFailure,
  InviteProgress,
  InviteSuccess,
  OutgoingInvite,
  OutgoingInviteObserver,
  OutgoingInviteParts,
} from "./dialogs/outgoing-invite.ts";
export type { OfferPlan, OfferResult } from "./dialogs/outgoing-offers.ts";
export type { OutgoingRefer, ReferObserver, ReferParts } from "./dialogs/outgoing-refer.ts";
export type {
  OutgoingSubscription,
  OutgoingSubscriptionObserver,
  OutgoingSubscriptionParts,
} from "./dialogs/outgoing-subscription.ts";
export { DEFAULT_SESSION_TIMER, type SessionTimerSettings } from "./dialogs/session-interval.ts";
export { sipFragment, statusOfFragment } from "./dialogs/sip-fragment.ts";
export { PASSIVE_OBSERVER, type UsageObserver } from "./dialogs/usage-observer.ts";
export type { EndCause, UsageEnd, UsageState } from "./dialogs/usage-state.ts";
export { hostOfAddress, isIpv4, isIpv6, isSameHost } from "./grammar/host.ts";
export { Identifiers, type Random } from "./grammar/identifiers.ts";
export { formatNameAddr, type NameAddr, nameAddr, parseNameAddr, tagOf } from "./grammar/name-addr.ts";
export {
  hasParameter,
  type Parameter,
  type ParameterList,
  parameterValue,
  withoutParameter,
  withParameter,
} from "./grammar/parameters.ts";
export { quote, unquote } from "./grammar/quoted-string.ts";
export {
  formatUri,
  type OtherUri,
  parseUri,
  type SipUri,
  sipUri,
  type TelUri,
  type Uri,
  userText,
} from "./grammar/uri.ts";
export { isSameUri } from "./grammar/uri-comparison.ts";
export { type AsciiDecoder, decodeUtf8, encodeUtf8 } from "./grammar/utf8.ts";
export * from "./messages/address-headers.ts";
export {
  Authorization,
  type AuthValue,
  ProxyAuthenticate,
  ProxyAuthorization,
  WwwAuthenticate,
} from "./messages/auth-headers.ts";
export { type Body, bodyOf, createResponse, type ResponseParts } from "./messages/create-response.ts";
export type { HeaderType } from "./messages/header-type.ts";
export { DEFAULT_LIMITS, type MessageLimits } from "./messages/message-limits.ts";
export { type ParseOptions, type ParseOutcome, parseDatagram } from "./messages/message-parser.ts";
export { serialiseMessage } from "./messages/message-serialiser.ts";
export { type BodyPart, descriptionOf, multipartBody, partsOf } from "./messages/multipart.ts";
export * from "./messages/number-headers.ts";
export { type FaultReason, type ParseFault, type Refusal, refusalResponse } from "./messages/parse-fault.ts";
export { type HeaderEntry, SipHeaders } from "./messages/sip-headers.ts";
export { type SipMessage, SipRequest, SipResponse } from "./messages/sip-message.ts";
export { phraseOf } from "./messages/status-phrases.ts";
export {
  PING,
  PONG,
  StreamFramer,
  type StreamFramerOptions,
  type StreamItem,
} from "./messages/stream-framer.ts";
export {
  formatSipDate,
  Replaces,
  Server,
  SipDate,
  Subject,
  UserAgent,
  Warning,
} from "./messages/text-headers.ts";
export * from "./messages/token-headers.ts";
export { Via } from "./messages/via-header.ts";
export { type Flow, isReliable } from "./transactions/flow.ts";
export type { FailureReason } from "./transactions/machine.ts";
export { DEFAULT_TIMERS, type TimerSettings } from "./transactions/timer-settings.ts";
export { DEFAULT_TRANSACTION_LIMITS, type TransactionLimits } from "./transactions/transaction-layer.ts";
export type { ClientRequestParts } from "./user-agent/client-request.ts";
export { KeepAlive, type KeepAliveParts } from "./user-agent/keep-alive.ts";
export type { Refused } from "./user-agent/request-screening.ts";
export { UserAgentCore, type UserAgentCounts, type UserAgentParts } from "./user-agent/user-agent-core.ts";
export { allowedMethods, type UserAgentHandlers } from "./user-agent/user-agent-handlers.ts";
