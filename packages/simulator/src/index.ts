export { type MailSink, type ReceivedMail, startMailSink } from "./mail/mail-sink.ts";
export type { OidcAccount } from "./oidc/oidc-account.ts";
export {
  type OidcProviderOptions,
  type RunningOidcProvider,
  startOidcProvider,
} from "./oidc/oidc-provider.ts";
export { createSmsSink, type ReceivedText, type SmsSink } from "./sms/sms-sink.ts";
