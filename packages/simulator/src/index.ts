export { startCallerNames } from "./contacts/caller-names.ts";
export { startGooglePeople } from "./contacts/google-people.ts";
export { startMicrosoftGraph } from "./contacts/microsoft-graph.ts";
export type { RunningContactService, SimulatedContact } from "./contacts/simulated-contact.ts";
export { HttpFaxing, type HttpFaxingOptions } from "./fax/http-faxing.ts";
export { type MailSink, type ReceivedMail, startMailSink } from "./mail/mail-sink.ts";
export type { OidcAccount } from "./oidc/oidc-account.ts";
export {
  type RunningOidcProvider,
  startOidcProvider,
} from "./oidc/oidc-provider.ts";
export {
  type RunningPushService,
  startPushService,
} from "./push/push-service.ts";
export { OutsideAudio, type OutsideVoice } from "./sip/outside-audio.ts";
export type { OutsideCall } from "./sip/outside-call.ts";
export type { OutsideFax } from "./sip/outside-fax.ts";
export type { RingingCall } from "./sip/ringing-call.ts";
export { type Behavior, SipCarrier, usualBehavior } from "./sip/sip-carrier.ts";
export { SipDeskPhone } from "./sip/sip-desk-phone.ts";
export { SipDoorbell } from "./sip/sip-doorbell.ts";
export { HttpTexting } from "./sms/http-texting.ts";
export { SmppCarrier, type SmppCarrierOptions } from "./sms/smpp-carrier.ts";
export { createSmsSink, type ReceivedText, type SmsSink } from "./sms/sms-sink.ts";
export { type TextBehavior, usualTextBehavior } from "./sms/text-behavior.ts";
