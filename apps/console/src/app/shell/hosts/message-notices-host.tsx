import type { ReactNode } from "react";
import { useUser } from "../../../features/session/index.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";

const MessageNotices = latePart(
  () => import("../../../features/messages/notices/message-notices.tsx"),
  "MessageNotices",
);

/** What texts do on every screen. No screen waits for it: it comes after the first paint. */
export function MessageNoticesHost(): ReactNode {
  const { features } = useUser();
  const isPainted = usePainted();
  if (!isPainted || !features.messaging) return null;
  return <MessageNotices />;
}
