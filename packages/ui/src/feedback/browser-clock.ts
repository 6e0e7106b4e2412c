import type { Clock } from "@offhook/kernel";

export const browserClock: Clock = {
  now: () => Date.now(),
  schedule: (delayMs, task) => {
    const timer = window.setTimeout(task, delayMs);
    return () => window.clearTimeout(timer);
  },
};
