import { Switch, TextInput } from "@mantine/core";
import type { QueueReportKind } from "@offhook/contract";
import { SegmentedControl } from "@offhook/ui/segmented-control";
import { Select } from "@offhook/ui/select";
import type { ReactNode } from "react";
import { type Days, PERIOD_NAMES, PERIODS, type PeriodChoice } from "./report-period.ts";
import classes from "./reports-page.module.css";

export interface ReportChoice {
  readonly by: QueueReportKind;
  readonly period: PeriodChoice;
  readonly own: Days;
  /** Empty: all queues. */
  readonly queue: string;
  readonly isCompared: boolean;
}

export interface ReportFiltersProps {
  readonly choice: ReportChoice;
  readonly queues: readonly { readonly queue_id: number; readonly name: string }[];
  readonly onChange: (change: Partial<ReportChoice>) => void;
}

const BY = [
  { value: "queue", label: "Queue" },
  { value: "agent", label: "Agent" },
  { value: "hour", label: "Hour" },
  { value: "weekday", label: "Weekday" },
] as const;

/** What the report is about. */
export function ReportFilters({ choice, queues, onChange }: ReportFiltersProps): ReactNode {
  const { by, period, own, queue, isCompared } = choice;
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label="Report by"
        segments={BY}
        value={by}
        onChange={(value: QueueReportKind) => onChange({ by: value })}
      />
      <Select
        aria-label="Period"
        className={classes.field}
        allowDeselect={false}
        data={PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] }))}
        value={period}
        onChange={(value) => onChange({ period: value ?? "7days" })}
      />
      {period === "own" && (
        <>
          <TextInput
            type="date"
            aria-label="First day"
            value={own.from}
            onChange={({ currentTarget: { value } }) => onChange({ own: { ...own, from: value } })}
          />
          <TextInput
            type="date"
            aria-label="Last day"
            value={own.to}
            onChange={({ currentTarget: { value } }) => onChange({ own: { ...own, to: value } })}
          />
        </>
      )}
      <Select
        aria-label="Queue"
        className={classes.field}
        allowDeselect={false}
        data={[
          { value: "", label: "All queues" },
          ...queues.map(({ queue_id, name }) => ({ value: String(queue_id), label: name })),
        ]}
        value={queue}
        onChange={(value) => onChange({ queue: value ?? "" })}
      />
      <Switch
        label="Compare with the period before"
        checked={isCompared}
        onChange={({ currentTarget: { checked } }) => onChange({ isCompared: checked })}
      />
    </div>
  );
}
