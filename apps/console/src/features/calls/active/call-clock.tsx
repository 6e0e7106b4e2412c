import { clockDuration, durationWords } from "@offhook/ui/format";
import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";

const SECOND_MS = 1000;

export interface CallClockProps {
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly className?: string | undefined;
}

/** How long a call lasts, ticking with its own seconds rather than the wall's. */
export function CallClock({ since, className }: CallClockProps): ReactNode {
  const { clock } = usePlatform().browser;
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    let cancel = (): void => {};
    const tick = (): void => {
      const present = clock.now();
      setNow(present);
      cancel = clock.schedule(SECOND_MS - (Math.max(0, present - since) % SECOND_MS), tick);
    };
    tick();
    return () => cancel();
  }, [clock, since]);
  const seconds = Math.floor(Math.max(0, now - since) / SECOND_MS);
  return (
    <time className={className} dateTime={`PT${seconds}S`} title={durationWords(seconds)}>
      {clockDuration(seconds)}
    </time>
  );
}
