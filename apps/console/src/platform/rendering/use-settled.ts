import { useEffect, useState } from "react";
import { usePlatform } from "../platform-context.tsx";

const SETTLED_AFTER_MS = 800;

/** What the user has stopped typing. */
export function useSettled(value: string): string {
  const { clock } = usePlatform().browser;
  const [settled, setSettled] = useState(value);
  useEffect(() => clock.schedule(SETTLED_AFTER_MS, () => setSettled(value)), [clock, value]);
  return settled;
}
