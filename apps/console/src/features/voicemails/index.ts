export { VoicemailPreview } from "./lazy-voicemail-preview.ts";
export { shownBoxes } from "./store/shown-boxes.ts";
export { VoicemailsProvider } from "./voicemails-context.ts";
export { VoicemailsHub } from "./voicemails-hub.ts";
