import { latePart } from "../../../platform/rendering/late.tsx";

/** The form of a contact, loaded when it is first opened. */
export const LazyContactDialog = latePart(() => import("./contact-dialog.tsx"), "ContactDialog");
