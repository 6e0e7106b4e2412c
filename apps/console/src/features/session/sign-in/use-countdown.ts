import { useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";

const SECOND_MS = 1000;

/** Whole seconds until `seconds` after `since`; counts down to zero and stays there. */
export function useCountdown(since: number, seconds: number): number {
  const { clock } = usePlatform().browser;
  const end = since + seconds * SECOND_MS;
  const secondsLeft = (): number => Math.max(0, Math.ceil((end - clock.now()) / SECOND_MS));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    if (left === 0) return;
    // Each time from the clock: a tab that slept must not go on counting where it fell asleep.
    const update = (): void => setLeft(Math.max(0, Math.ceil((end - clock.now()) / SECOND_MS)));
    const nextChange = end - (left - 1) * SECOND_MS;
    if (clock.now() >= nextChange) update();
    else return clock.schedule(nextChange - clock.now(), update);
  }, [clock, end, left]);
  return left;
}
