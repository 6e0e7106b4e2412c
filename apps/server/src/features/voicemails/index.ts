export type { VoicemailArrivals } from "./voicemail-arrivals.ts";
export { VoicemailReads } from "./voicemail-reads.ts";
export { createVoicemailTimeline } from "./voicemail-timeline.ts";
export {
  createVoicemailsFeature,
  type VoicemailsFeature,
  type VoicemailsFeatureDeps,
} from "./voicemails-feature.ts";
