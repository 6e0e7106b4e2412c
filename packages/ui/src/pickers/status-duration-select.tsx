import { Select, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { SchedulePicker } from "./schedule-picker.tsx";

export const statusDurations = [
  "never",
  "30_minutes",
  "1_hour",
  "4_hours",
  "today",
  "this_week",
  "custom",
] as const;

export type StatusDuration = (typeof statusDurations)[number];

const LABELS: Readonly<Record<StatusDuration, string>> = {
  never: "Never",
  "30_minutes": "30 minutes",
  "1_hour": "1 hour",
  "4_hours": "4 hours",
  today: "Today",
  this_week: "This week",
  custom: "Custom",
};

export function statusDurationLabel(duration: StatusDuration): string {
  return LABELS[duration];
}

export interface StatusDurationSelectProps {
  readonly duration: StatusDuration;
  /** Read only while the duration is custom. */
  readonly expiresAt: number | undefined;
  readonly timeZone: string;
  readonly now?: number;
  readonly onChange: (duration: StatusDuration, expiresAt: number | undefined) => void;
}

/** How long a status holds; the custom choice opens a date and a time. */
export function StatusDurationSelect(props: StatusDurationSelectProps): ReactNode {
  const { duration, expiresAt, timeZone, now, onChange } = props;
  const choose = (chosen: string | null): void => {
    const next = statusDurations.find((each) => each === chosen);
    if (next) onChange(next, next === "custom" ? expiresAt : undefined);
  };
  return (
    <Stack gap="sm">
      <Select
        label="Clear after"
        data={statusDurations.map((each) => ({ value: each, label: LABELS[each] }))}
        value={duration}
        onChange={choose}
        allowDeselect={false}
      />
      {duration === "custom" && (
        <SchedulePicker
          value={expiresAt}
          timeZone={timeZone}
          onChange={(instant) => onChange("custom", instant)}
          {...(now === undefined ? {} : { now })}
        />
      )}
    </Stack>
  );
}
