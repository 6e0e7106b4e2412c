import { type ReactNode, useEffect, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import { STORAGE_KEYS } from "../../../platform/storage/storage-keys.ts";

const RingCard = latePart(() => import("../../../features/ring/ring-card.tsx"), "RingCard");

/** Users who have just signed in look around first. */
const ASK_AFTER_MS = 3_000;
const DONE = "done";

export interface RingCardHostProps {
  /** The page has room for it, and nothing stands in front. */
  readonly isWelcome: boolean;
  /** Opens the whole check. */
  readonly onCheck: () => void;
}

/** Offers the ring check once in this browser, a moment after the first sign-in. */
export function RingCardHost({ isWelcome, onCheck }: RingCardHostProps): ReactNode {
  const { clock, store } = usePlatform().browser;
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (store.get(STORAGE_KEYS.ringCard) === DONE) return;
    return clock.schedule(ASK_AFTER_MS, () => setIsDue(true));
  }, [clock, store]);
  const dismiss = (): void => {
    store.set(STORAGE_KEYS.ringCard, DONE);
    setIsDue(false);
  };
  return isDue && isWelcome && <RingCard onCheck={onCheck} onDismiss={dismiss} />;
}
