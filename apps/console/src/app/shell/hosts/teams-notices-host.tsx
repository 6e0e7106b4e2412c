import type { ReactNode } from "react";
import { useUser } from "../../../features/session/index.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";

const TeamsNotices = latePart(
  () => import("../../../features/teams/notifications/teams-notices.tsx"),
  "TeamsNotices",
);

/** What chat does on every screen. No screen waits for it: it comes after the first paint. */
export function TeamsNoticesHost(): ReactNode {
  const { features } = useUser();
  const isPainted = usePainted();
  if (!isPainted || !features.teamChat) return null;
  return <TeamsNotices />;
}
