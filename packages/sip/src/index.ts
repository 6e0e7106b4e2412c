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
export type { AnswerParts, IncomingRequest } from "./dialogs/incoming-request.ts";
export type { AcceptParts, IncomingInvite, ProgressParts } from "./dialogs/invites/incoming-invite.ts";
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
export type { EndCause, UsageEnd, UsageState } from "./dialogs/invites/usage-state.ts";
export type { IncomingOffer, OfferAnswer } from "./dialogs/offers/incoming-offers.ts";
export type { OfferPlan, OfferResult } from "./dialogs/offers/outgoing-offers.ts";
export {
  DEFAULT_SESSION_TIMER,
  type SessionTimerSettings,
} from "./dialogs/session-timers/session-interval.ts";
export type {
  IncomingSubscription,
  IncomingSubscriptionObserver,
  SubscriptionEnd,
} from "./dialogs/subscriptions/incoming-subscription.ts";
export {
  type MessageSummary,
  messageSummaryBody,
  parseMessageSummary,
} from "./dialogs/subscriptions/message-summary.ts";
export type {
  OutgoingSubscription,
  OutgoingSubscriptionObserver,
  OutgoingSubscriptionParts,
} from "./dialogs/subscriptions/outgoing-subscription.ts";
export type { IncomingRefer } from "./dialogs/transfers/incoming-refer.ts";
export type { OutgoingRefer, ReferObserver, ReferParts } from "./dialogs/transfers/outgoing-refer.ts";
export { sipFragment, statusOfFragment } from "./dialogs/transfers/sip-fragment.ts";
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
export { type Body, bodyOf, createResponse, type ResponseParts } from "./messages/create-response.ts";
export * from "./messages/headers/address-headers.ts";
export {
  Authorization,
  type AuthValue,
  ProxyAuthenticate,
  ProxyAuthorization,
  WwwAuthenticate,
} from "./messages/headers/auth-headers.ts";
export type { HeaderType } from "./messages/headers/header-type.ts";
export * from "./messages/headers/number-headers.ts";
export { type HeaderEntry, SipHeaders } from "./messages/headers/sip-headers.ts";
export {
  formatSipDate,
  Replaces,
  Server,
  SipDate,
  Subject,
  UserAgent,
  Warning,
} from "./messages/headers/text-headers.ts";
export * from "./messages/headers/token-headers.ts";
export { Via } from "./messages/headers/via-header.ts";
export { serialiseMessage } from "./messages/message-serialiser.ts";
export { DEFAULT_LIMITS, type MessageLimits } from "./messages/parsing/message-limits.ts";
export { type ParseOptions, type ParseOutcome, parseDatagram } from "./messages/parsing/message-parser.ts";
export { type BodyPart, descriptionOf, multipartBody, partsOf } from "./messages/parsing/multipart.ts";
export {
  type FaultReason,
  type ParseFault,
  type Refusal,
  refusalResponse,
} from "./messages/parsing/parse-fault.ts";
export {
  PING,
  PONG,
  StreamFramer,
  type StreamFramerOptions,
  type StreamItem,
} from "./messages/parsing/stream-framer.ts";
export { type SipMessage, SipRequest, SipResponse } from "./messages/sip-message.ts";
export { phraseOf } from "./messages/status-phrases.ts";
export { type Flow, isReliable } from "./transactions/flow.ts";
export type { FailureReason } from "./transactions/machines/machine.ts";
export { DEFAULT_TIMERS, type TimerSettings } from "./transactions/machines/timer-settings.ts";
export { DEFAULT_TRANSACTION_LIMITS, type TransactionLimits } from "./transactions/transaction-layer.ts";
export type { ClientRequestParts } from "./user-agent/client-request.ts";
export { KeepAlive, type KeepAliveParts } from "./user-agent/keep-alive.ts";
export type { Refused } from "./user-agent/request-screening.ts";
export { UserAgentCore, type UserAgentCounts, type UserAgentParts } from "./user-agent/user-agent-core.ts";
export { allowedMethods, type UserAgentHandlers } from "./user-agent/user-agent-handlers.ts";
