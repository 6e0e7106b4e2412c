import type { Clock } from "@offhook/kernel";

export interface SoundOnceOptions {
  readonly locks: Pick<LockManager, "request"> | undefined;
  readonly clock: Clock;
  readonly play: () => void;
}

/** Several at a time are one sound. */
const APART_MS = 1_500;
/** As long as something is news, a tab that was busy or asleep may still hear of it for the first time. */
const NEWS_MS = 60_000;

/**
 * Every tab of the user hears of what came in, and one of them is enough to be heard: whichever comes first. Only the
 * browser itself can say which that was: a lock is handed to the next tab before that tab can see what the last one
 * has written to the storage, so a note in there was missed in one of fifteen tries with two tabs.
 */
export async function playSoundOnce(
  kind: "sms" | "chat",
  id: string,
  { locks, clock, play }: SoundOnceOptions,
): Promise<void> {
  // Without locks every tab is on its own; better two that sound than none.
  if (!locks) return play();
  const isFirst = (name: string, ms: number): Promise<boolean> => claim(locks, clock, name, ms);
  if (!(await isFirst(`offhook-${kind}-sound ${id}`, NEWS_MS))) return;
  if (await isFirst(`offhook-${kind}-sound`, APART_MS)) play();
}

/** Takes the lock and keeps it for this long; false when another tab has it. */
function claim(
  locks: Pick<LockManager, "request">,
  clock: Clock,
  name: string,
  ms: number,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const keep = (lock: Lock | null): Promise<void> | undefined => {
      resolve(lock !== null);
      return lock ? new Promise((release) => clock.schedule(ms, release)) : undefined;
    };
    locks.request(name, { ifAvailable: true }, keep).catch(reject);
  });
}
