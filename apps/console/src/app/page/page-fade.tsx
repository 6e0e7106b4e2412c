import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import classes from "./page-fade.module.css";
import type { PageTransition } from "./page-transition.ts";

export const PageTransitionContext = createContext<PageTransition | undefined>(undefined);

export interface PageFadeProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The part of a layout that changes with the page. */
export function PageFade({ className = "", children }: PageFadeProps): ReactNode {
  const transition = useContext(PageTransitionContext);
  if (!transition) throw new Error("PageFade needs a PageTransitionContext above it");
  const phase = useSyncExternalStore(
    (listener) => transition.subscribe(listener),
    () => transition.phase,
  );
  return (
    <div className={`${classes.page} ${className}`} data-phase={phase}>
      {children}
    </div>
  );
}
