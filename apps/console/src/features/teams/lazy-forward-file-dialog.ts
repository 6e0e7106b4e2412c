import { latePart } from "../../platform/rendering/late.tsx";

/** Loaded when somebody passes something on. */
export const ForwardFileDialog = latePart(
  () => import("./topic/message/forward-file-dialog.tsx"),
  "ForwardFileDialog",
);
