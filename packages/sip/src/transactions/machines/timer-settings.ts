/** RFC 3261 §17.1.1.1 and Table 4, in milliseconds. Every other timer is a multiple of these. */
export interface TimerSettings {
  /** The round trip a network is expected to need. */
  readonly t1: number;
  /** The longest pause between retransmissions. */
  readonly t2: number;
  /** How long a message may stay in the network. */
  readonly t4: number;
}

export const DEFAULT_TIMERS: TimerSettings = { t1: 500, t2: 4_000, t4: 5_000 };

/** Timers B, F, H, J, L and M. */
export const giveUpMs = (timers: TimerSettings): number => 64 * timers.t1;
