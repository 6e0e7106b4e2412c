import { latePart } from "../../platform/rendering/late.tsx";

/** Loaded with the first page that has a voicemail in it. */
export const VoicemailPreview = latePart(() => import("./voicemail-preview.tsx"), "VoicemailPreview");
