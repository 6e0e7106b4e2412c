import type { TaskCounts, TaskFilter } from "@offhook/contract";
import { badgeText } from "@offhook/ui";
import { SegmentedControl } from "@offhook/ui/segmented-control";
import type { ReactNode } from "react";
import classes from "./task-list.module.css";

const FILTERS: readonly { readonly value: TaskFilter; readonly label: string }[] = [
  { value: "mine", label: "Mine" },
  { value: "unassigned", label: "Unassigned" },
  { value: "all", label: "All" },
];

export interface TaskFiltersProps {
  readonly value: TaskFilter;
  readonly counts: TaskCounts | undefined;
  readonly onChange: (filter: TaskFilter) => void;
}

/** Exactly one is selected; each says how many open tasks it has. */
export function TaskFilters({ value, counts, onChange }: TaskFiltersProps): ReactNode {
  return (
    <SegmentedControl
      isWide
      size="xs"
      aria-label="Show tasks"
      segments={FILTERS.map(({ value: filter, label }) => ({
        value: filter,
        label: (
          <span className={classes.filter}>
            {label}
            <Count count={counts?.[filter] ?? 0} />
          </span>
        ),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}

function Count({ count }: { readonly count: number }): ReactNode {
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{count > 99 ? badgeText(count) : count}</span>
      <span className={classes.spoken}>, {count} open</span>
    </span>
  );
}
