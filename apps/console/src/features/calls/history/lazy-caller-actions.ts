import { latePart } from "../../../platform/rendering/late.tsx";

/** Loaded with the first detail of a call or a voicemail. */
export const CallerActions = latePart(() => import("./detail/caller-actions.tsx"), "CallerActions");
