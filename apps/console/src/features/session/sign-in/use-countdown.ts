import { useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";

const SECOND_MS = 1000;

/** Whole seconds until `seconds` after `since`; counts down to zero and stays there. */
export function useCountdown(since: number, seconds: number): number {
  const { clock } = usePlatform().browser;
  const end = since + seconds * SECOND_MS;
  const [now, setNow] = useState(() => clock.now());
  const left = Math.max(0, Math.ceil((end - now) / SECOND_MS));
  useEffect(() => {
    if (now >= end) return;
    // To the next whole second, so that a late timer does not make the count skip.
    return clock.schedule((end - now) % SECOND_MS || SECOND_MS, () => setNow(clock.now()));
  }, [clock, now, end]);
  return left;
}

/** 75 as `1:15`. */
export function clockText(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return `${Math.floor(seconds / 60)}:${rest}`;
}
