import type { CallRecordFilter } from "@offhook/contract";
import { SegmentedControl } from "@offhook/ui/segmented-control";
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
    <SegmentedControl
      isWide
      size="xs"
      aria-label="Show calls"
      segments={FILTERS}
      value={value}
      onChange={onChange}
    />
  );
}
