import { latePart } from "../../platform/rendering/late.tsx";

/** Loaded with the first page that has a fax in it. */
export const FaxPreview = latePart(() => import("./detail/fax-preview.tsx"), "FaxPreview");
