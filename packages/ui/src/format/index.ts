export { formatBytes } from "./bytes.ts";
export { calendarDay } from "./calendar-day.ts";
export { clockTime, dateWords, dueWords, fullDateTime, timeLabel } from "./date-words.ts";
export { clockDuration, durationWords } from "./durations.ts";
export { wallTimeOf } from "./zoned-time.ts";
