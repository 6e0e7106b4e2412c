import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useUser } from "../../features/session/index.ts";
import { usePlatform } from "../../platform/platform-context.tsx";
import { lazyPart } from "../lazy-page.ts";

const TeamsNotices = lazyPart(
  () => import("../../features/teams/notifications/teams-notices.tsx"),
  "TeamsNotices",
);

/** What chat does on every screen. No screen waits for it: it comes after the first paint. */
export function TeamsNoticesHost(): ReactNode {
  const { browser } = usePlatform();
  const { features } = useUser();
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let isHere = true;
    void browser.afterPaint().then(() => isHere && setIsPainted(true));
    return () => {
      isHere = false;
    };
  }, [browser]);
  if (!isPainted || !features.teamChat) return null;
  return (
    <Suspense fallback={null}>
      <TeamsNotices />
    </Suspense>
  );
}
