import "@mantine/dates/styles.layer.css";
import { Select, SimpleGrid } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import { CalendarDays, Clock3 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useId } from "react";
import { clockText, wallTimeOf } from "../format/zoned-time.ts";
import { calendarDateOf, dateLabel, firstDateWithSlots, type TimeSlot, timeSlots } from "./time-slots.ts";
import { useNow } from "./use-now.ts";

export interface SchedulePickerProps {
  /** The chosen moment. Without one the first time on offer is chosen at once. */
  readonly value: number | undefined;
  readonly onChange: (instant: number) => void;
  readonly timeZone: string;
  /** The present, for a caller that keeps time itself; else the picker follows the clock. */
  readonly now?: number;
  readonly dateFieldLabel?: string;
  readonly timeFieldLabel?: string;
}

const CALENDAR_LABELS = {
  nextMonth: "Next month",
  previousMonth: "Previous month",
  nextYear: "Next year",
  previousYear: "Previous year",
  nextDecade: "Next decade",
  previousDecade: "Previous decade",
};

/** The times of a day, with a chosen one among them that lies between two steps or is about to pass. */
function offeredTimes(
  slots: readonly TimeSlot[],
  value: number | undefined,
  timeZone: string,
): readonly TimeSlot[] {
  if (value === undefined || slots.some((slot) => slot.instant === value)) return slots;
  const chosen = { label: clockText(wallTimeOf(value, timeZone)), instant: value };
  const others = slots.filter((slot) => slot.label !== chosen.label);
  return [...others, chosen].sort((one, other) => one.instant - other.instant);
}

/** A day and a time of it, in the given zone; both fields only offer what lies ahead. */
export function SchedulePicker(props: SchedulePickerProps): ReactNode {
  const { value, onChange, timeZone, dateFieldLabel = "Date", timeFieldLabel = "Time" } = props;
  const fieldId = useId();
  const currentTime = useNow();
  const now = props.now ?? currentTime;
  const earliest = firstDateWithSlots(now, timeZone);
  const date = value === undefined ? earliest : calendarDateOf(value, timeZone);
  const slots = offeredTimes(timeSlots({ now, date, timeZone }), value, timeZone);

  const chooseFirst = useEffectEvent(() => {
    const [first] = timeSlots({ now, date: earliest, timeZone });
    if (first) onChange(first.instant);
  });
  useEffect(() => {
    if (value === undefined) chooseFirst();
  }, [value]);

  const changeDate = (next: string | null): void => {
    if (next === null) return;
    const offered = timeSlots({ now, date: next, timeZone });
    const label = value === undefined ? undefined : clockText(wallTimeOf(value, timeZone));
    // The hour one had in mind stays, where the new day has it.
    const slot = offered.find((each) => each.label === label) ?? offered[0];
    if (slot) onChange(slot.instant);
  };
  return (
    <SimpleGrid cols={2} spacing="sm">
      <DatePickerInput
        label={dateFieldLabel}
        value={date}
        minDate={earliest}
        firstDayOfWeek={0}
        // Red weekends would be the loudest thing on the page, and too dark on a dark one.
        weekendDays={[]}
        onChange={changeDate}
        valueFormatter={() => dateLabel({ now, date, timeZone })}
        leftSection={<CalendarDays size={16} aria-hidden="true" />}
        ariaLabels={CALENDAR_LABELS}
        // The calendar is a dialog named by its field: Mantine finds the field only when both share the id.
        id={fieldId}
        popoverProps={{ id: fieldId }}
      />
      <Select
        label={timeFieldLabel}
        data={slots.map((slot) => ({ value: String(slot.instant), label: slot.label }))}
        value={value === undefined ? null : String(value)}
        onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
        allowDeselect={false}
        searchable
        nothingFoundMessage="No such time"
        leftSection={<Clock3 size={16} aria-hidden="true" />}
      />
    </SimpleGrid>
  );
}
