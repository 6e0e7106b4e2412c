import { useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useUser } from "../../../features/session/index.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";

const CallOverlay = latePart(
  () => import("../../../features/calls/active/overlay/call-overlay.tsx"),
  "CallOverlay",
);

/** What calls need on every screen. No screen waits for it: it comes after the first paint, with the phone. */
export function CallOverlayHost(): ReactNode {
  const router = useRouter();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isPainted = usePainted();
  const { features } = useUser();
  if (!isPainted || !features.calls) return null;
  return <CallOverlay path={path} onGo={(to) => router.history.push(to)} />;
}
