import { SegmentedControl } from "@mantine/core";
import type { CallRecordFilter } from "@offhook/contract";
import type { ReactNode } from "react";

const FILTERS: readonly { readonly value: CallRecordFilter; readonly label: string }[] = [
  { value: "all", label: "All" },
  { value: "missed", label: "Missed" },
  { value: "outgoing", label: "Outgoing" },
  { value: "incoming", label: "Incoming" },
];

export interface CallFiltersProps {
  readonly value: CallRecordFilter;
  readonly onChange: (filter: CallRecordFilter) => void;
}

/** Exactly one is selected. */
export function CallFilters({ value, onChange }: CallFiltersProps): ReactNode {
  return (
    <SegmentedControl<CallRecordFilter>
      fullWidth
      size="xs"
      aria-label="Show calls"
      data={[...FILTERS]}
      value={value}
      onChange={onChange}
    />
  );
}
