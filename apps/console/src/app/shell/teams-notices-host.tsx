import { type ReactNode, Suspense } from "react";
import { useUser } from "../../features/session/index.ts";
import { usePainted } from "../../platform/use-painted.ts";
import { lazyPart } from "../lazy-page.ts";

const TeamsNotices = lazyPart(
  () => import("../../features/teams/notifications/teams-notices.tsx"),
  "TeamsNotices",
);

/** What chat does on every screen. No screen waits for it: it comes after the first paint. */
export function TeamsNoticesHost(): ReactNode {
  const { features } = useUser();
  const isPainted = usePainted();
  if (!isPainted || !features.teamChat) return null;
  return (
    <Suspense fallback={null}>
      <TeamsNotices />
    </Suspense>
  );
}
