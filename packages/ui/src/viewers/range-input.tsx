import type { KeyboardEvent, ReactNode } from "react";
import classes from "./range-input.module.css";

export interface RangeInputProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value as it is read aloud. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
}

/** The browser's own slider: every key, every screen reader and every finger already knows it. */
export function RangeInput({
  label,
  valueText,
  value,
  onChange,
  min,
  max,
  step,
}: RangeInputProps): ReactNode {
  const keepArrows = (event: KeyboardEvent): void => {
    // They move this slider and must not also turn a page or seek.
    if (/^(?:Arrow|Page|Home|End)/u.test(event.key)) event.stopPropagation();
  };
  const filled = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <input
      type="range"
      className={classes.range}
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      style={{ "--filled": `${filled}%` } as React.CSSProperties}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      onKeyDown={keepArrows}
    />
  );
}
