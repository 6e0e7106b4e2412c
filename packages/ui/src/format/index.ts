export { formatBytes } from "./bytes.ts";
export { clockTime, dateWords, dueWords, fullDateTime, timeLabel } from "./date-words.ts";
export { clockDuration, durationWords } from "./durations.ts";
