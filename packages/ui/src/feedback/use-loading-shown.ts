import { useEffect, useState } from "react";

/** What comes sooner is shown without a word of loading; `appear` in the skeletons' styles waits as long. */
const APPEARS_AFTER_MS = 200;
/** What has appeared stays this long: less is a flash, which looks like a fault. */
const STAYS_MS = 200;

/** Whether the skeleton stands in place of what comes: until it is there, and on for as long as eyes need. */
export function useLoadingShown(isLoading: boolean): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsHeld(true), APPEARS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => setIsHeld(false), STAYS_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return isLoading || isHeld;
}
