export type { PhoneGreetings } from "./greetings/phone-greetings.ts";
export type { LiveDeposits } from "./live/live-deposits.ts";
export { LIVE_SOUND_ROUTES, registerLiveSound } from "./live/live-voicemail-routes.ts";
export { createLiveVoicemails } from "./live/live-voicemails.ts";
export type { Mailbox } from "./mailbox-access-repository.ts";
export type { VoicemailArrivals } from "./voicemail-arrivals.ts";
export { VoicemailReads } from "./voicemail-reads.ts";
export { createVoicemailTimeline } from "./voicemail-timeline.ts";
export { listSentences, readVoicemails } from "./voicemail-view-repository.ts";
export {
  createVoicemailsFeature,
  type VoicemailsFeature,
  type VoicemailsFeatureDeps,
} from "./voicemails-feature.ts";
