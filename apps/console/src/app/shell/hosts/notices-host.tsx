import type { ReactNode } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useBehindFirstPage } from "../../../platform/rendering/use-painted.ts";

const Notices = latePart(() => import("./notices.tsx"), "Notices");

/** What the features do on every screen. No screen waits for it: it comes behind the first page. */
export function NoticesHost(): ReactNode {
  return useBehindFirstPage() ? <Notices /> : null;
}
