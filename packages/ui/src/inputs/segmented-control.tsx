import { type CSSProperties, type ReactNode, useId } from "react";
import classes from "./segmented-control.module.css";

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

export interface SegmentedControlProps<Value extends string> {
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly size?: "xs" | "sm";
  /** As wide as its place; as its words ask for when left out. */
  readonly isWide?: boolean;
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
}

/**
 * One of a few, all in sight. The browser's own radio buttons, so that the keyboard works as everywhere. All segments
 * are equally wide, so that the mark finds its place by counting: measuring would have the page laid out at once.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>): ReactNode {
  const { segments, value, onChange, size = "sm", isWide = false, ...names } = props;
  const group = useId();
  const index = segments.findIndex((segment) => segment.value === value);
  return (
    <div
      role="radiogroup"
      className={classes.control}
      data-size={size}
      data-wide={isWide || undefined}
      data-chosen={index >= 0 || undefined}
      style={{ "--count": segments.length, "--index": index } as CSSProperties}
      {...names}
    >
      {segments.map((segment) => (
        <label
          key={segment.value}
          className={classes.segment}
          data-active={segment.value === value || undefined}
        >
          <input
            type="radio"
            className={classes.input}
            name={group}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          <span className={classes.label}>{segment.label}</span>
        </label>
      ))}
    </div>
  );
}
