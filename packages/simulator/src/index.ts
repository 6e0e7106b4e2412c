export { startCallerNames } from "./contacts/caller-names.ts";
export { startGooglePeople } from "./contacts/google-people.ts";
export { startMicrosoftGraph } from "./contacts/microsoft-graph.ts";
export type { RunningContactService, SimulatedContact } from "./contacts/simulated-contact.ts";
export { type MailSink, type ReceivedMail, startMailSink } from "./mail/mail-sink.ts";
export type { OidcAccount } from "./oidc/oidc-account.ts";
export {
  type OidcProviderOptions,
  type RunningOidcProvider,
  startOidcProvider,
} from "./oidc/oidc-provider.ts";
export {
  type ReceivedPush,
  type RunningPushService,
  type SimulatedSubscription,
  startPushService,
} from "./push/push-service.ts";
export type { OutsideVoice } from "./sip/outside-audio.ts";
export type { OutsideCall } from "./sip/outside-call.ts";
export { type Behaviour, type OutsideCaller, SipCarrier, usualBehaviour } from "./sip/sip-carrier.ts";
export { SipDoorbell, type SipDoorbellOptions } from "./sip/sip-doorbell.ts";
export {
  type CarriedFile,
  type CarriedPictureText,
  HttpTexting,
  type HttpTextingOptions,
  type PhotoToSend,
} from "./sms/http-texting.ts";
export { type CarriedText, SmppCarrier, type SmppCarrierOptions } from "./sms/smpp-carrier.ts";
export { createSmsSink, type ReceivedText, type SmsSink } from "./sms/sms-sink.ts";
export { type AddressedText, type TextBehaviour, usualTextBehaviour } from "./sms/text-behaviour.ts";
