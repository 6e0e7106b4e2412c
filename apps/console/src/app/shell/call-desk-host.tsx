import { useRouter, useRouterState } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { usePainted } from "../../platform/use-painted.ts";
import { lazyPart } from "../lazy-page.ts";

const CallDesk = lazyPart(() => import("../../features/calls/active/call-desk.tsx"), "CallDesk");

/** What calls need on every screen. No screen waits for it: it comes after the first paint, with the phone. */
export function CallDeskHost(): ReactNode {
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isPainted = usePainted();
  if (!isPainted) return null;
  return (
    <Suspense fallback={null}>
      <CallDesk path={path} onGo={(to) => router.history.push(to)} />
    </Suspense>
  );
}
