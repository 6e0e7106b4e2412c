import type { CancelTimer, Clock } from "@offhook/kernel";

/** Node runs a longer timer at once instead of late: it holds the delay in 32 bits. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = { now: () => Date.now(), schedule };

function schedule(delayMs: number, task: () => void): CancelTimer {
  if (delayMs > LONGEST_TIMEOUT_MS) return scheduleInSteps(delayMs, task);
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}

function scheduleInSteps(delayMs: number, task: () => void): CancelTimer {
  const dueAt = Date.now() + delayMs;
  let timer: NodeJS.Timeout;
  const wait = (remainingMs: number): void => {
    if (remainingMs <= LONGEST_TIMEOUT_MS) timer = setTimeout(task, remainingMs);
    else timer = setTimeout(() => wait(dueAt - Date.now()), LONGEST_TIMEOUT_MS);
  };
  wait(delayMs);
  return () => clearTimeout(timer);
}
