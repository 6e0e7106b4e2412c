import { latePart } from "../../../platform/rendering/late.tsx";

/** Loaded when somebody wants to send later. */
export const ScheduleDialog = latePart(() => import("./schedule-dialog.tsx"), "ScheduleDialog");
