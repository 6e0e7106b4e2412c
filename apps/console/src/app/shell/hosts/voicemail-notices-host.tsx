import type { ReactNode } from "react";
import { useUser } from "../../../features/session/index.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";

const VoicemailNotices = latePart(
  () => import("../../../features/voicemails/notices/voicemail-notices.tsx"),
  "VoicemailNotices",
);

/** What voicemails do on every screen. No screen waits for it: it comes after the first paint. */
export function VoicemailNoticesHost(): ReactNode {
  const { features } = useUser();
  const isPainted = usePainted();
  if (!isPainted || !features.voicemail) return null;
  return <VoicemailNotices />;
}
