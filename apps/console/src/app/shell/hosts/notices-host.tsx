import type { ReactNode } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { usePainted } from "../../../platform/rendering/use-painted.ts";

const Notices = latePart(() => import("./notices.tsx"), "Notices");

/** What the features do on every screen. No screen waits for it: it comes after the first paint. */
export function NoticesHost(): ReactNode {
  return usePainted() ? <Notices /> : null;
}
