export { SchedulePicker } from "./schedule-picker.tsx";
export {
  StatusDurationSelect,
  statusDurationLabel,
} from "./status-duration-select.tsx";
export {
  calendarDateOf,
  dateLabel,
} from "./time-slots.ts";
