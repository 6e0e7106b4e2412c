import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";
import { lazyPart } from "../lazy-page.ts";

const CallDesk = lazyPart(() => import("../../features/calls/active/call-desk.tsx"), "CallDesk");

/** What calls need on every screen. No screen waits for it: it comes after the first paint, with the phone. */
export function CallDeskHost(): ReactNode {
  const { browser } = usePlatform();
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let isHere = true;
    void browser.afterPaint().then(() => isHere && setIsPainted(true));
    return () => {
      isHere = false;
    };
  }, [browser]);
  if (!isPainted) return null;
  return (
    <Suspense fallback={null}>
      <CallDesk path={path} onGo={(to) => router.history.push(to)} />
    </Suspense>
  );
}
