/** Time as a port: engines ask it for the hour and for timers, tests hand in one that they move by hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once after `delayMs`; the returned function takes it back. */
  schedule(delayMs: number, task: () => void): CancelTimer;
}

export type CancelTimer = () => void;
