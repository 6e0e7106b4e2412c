import { latePart } from "../../platform/rendering/late.tsx";

/** Loaded when somebody forwards something. */
export const MailDialog = latePart(() => import("./mail-dialog.tsx"), "MailDialog");
