import { startTransition, useEffect, useState } from "react";
import { usePlatform } from "../platform-context.tsx";

/** True once the page is painted and the browser rests: parts of a page that come second are built then. */
export function usePainted(): boolean {
  return useOnce(usePlatform().browser.afterPaint);
}

/** True once the first page shows what its user came for: what no screen waits for is loaded then. */
export function useBehindFirstPage(): boolean {
  return useOnce(usePlatform().browser.behindFirstPage);
}

function useOnce(moment: () => Promise<void>): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    let isHere = true;
    void moment().then(() => {
      // Built in small steps: what the user does meanwhile is heard.
      if (isHere) startTransition(() => setIsOver(true));
    });
    return () => {
      isHere = false;
    };
  }, [moment]);
  return isOver;
}
