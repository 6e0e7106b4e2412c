import type { WallboardThresholds } from "./wallboard.ts";

/** Before a company has chosen its own. */
export const DEFAULT_WALLBOARD_THRESHOLDS: WallboardThresholds = {
  waiting: { warning: 3, alarm: 6 },
  longest_wait: { warning: 60, alarm: 180 },
  abandoned: { warning: 10, alarm: 20 },
  service_level: { warning: 80, alarm: 60 },
  sound: true,
};
