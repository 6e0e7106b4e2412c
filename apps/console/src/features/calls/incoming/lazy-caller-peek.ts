import { latePart } from "../../../platform/rendering/late.tsx";

/** Loaded with the first call that is shown outside of the call screens. */
export const CallerPeek = latePart(() => import("./caller-peek.tsx"), "CallerPeek");
