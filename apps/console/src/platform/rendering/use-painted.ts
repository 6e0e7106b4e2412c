import { startTransition, useEffect, useState } from "react";
import { usePlatform } from "../platform-context.tsx";

/** True once the first screen is painted and the browser rests: what no screen waits for is loaded then. */
export function usePainted(): boolean {
  const { browser } = usePlatform();
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let isHere = true;
    void browser.afterPaint().then(() => {
      // Built in small steps: what the user does meanwhile is heard.
      if (isHere) startTransition(() => setIsPainted(true));
    });
    return () => {
      isHere = false;
    };
  }, [browser]);
  return isPainted;
}
