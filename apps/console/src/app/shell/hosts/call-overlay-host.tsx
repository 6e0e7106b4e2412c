import { useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useUser } from "../../../features/session/index.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useBehindFirstPage } from "../../../platform/rendering/use-painted.ts";

const CallOverlay = latePart(
  () => import("../../../features/calls/active/overlay/call-overlay.tsx"),
  "CallOverlay",
);

/** What calls need on every screen. No screen waits for it: it comes behind the first page, with the phone. */
export function CallOverlayHost(): ReactNode {
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isWanted = useBehindFirstPage();
  const { features } = useUser();
  if (!isWanted || !features.calls) return null;
  return <CallOverlay path={path} onGo={(to) => router.history.push(to)} />;
}
