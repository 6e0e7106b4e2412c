export { SchedulePicker, type SchedulePickerProps } from "./schedule-picker.tsx";
export {
  type StatusDuration,
  StatusDurationSelect,
  type StatusDurationSelectProps,
  statusDurationLabel,
  statusDurations,
} from "./status-duration-select.tsx";
export {
  calendarDateOf,
  dateLabel,
  firstDateWithSlots,
  type TimeSlot,
  type TimeSlotsOptions,
  timeSlots,
} from "./time-slots.ts";
