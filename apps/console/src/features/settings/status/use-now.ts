import { useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";

/** The present, renewed every so often while the component is there. */
export function useNow(everyMs: number): number {
  const { clock } = usePlatform().browser;
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const tick = (): void => {
      setNow(clock.now());
      cancel = clock.schedule(everyMs, tick);
    };
    let cancel = clock.schedule(everyMs, tick);
    return () => cancel();
  }, [clock, everyMs]);
  return now;
}
