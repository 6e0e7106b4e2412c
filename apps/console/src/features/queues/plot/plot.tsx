import { VisuallyHidden } from "@mantine/core";
import type { CSSProperties, ReactNode } from "react";
import classes from "./plot.module.css";

export interface PlotSeries {
  readonly name: string;
  readonly values: readonly number[];
}

export interface PlotProps {
  readonly label: string;
  /** What the bars stand for: "9:00", "Monday". */
  readonly names: readonly string[];
  readonly bars: PlotSeries;
  /** What they are compared with. */
  readonly line?: PlotSeries | undefined;
  /** The bars follow one another, as hours do: what they are compared with is one line, not a mark at each bar. */
  readonly isContinuous?: boolean;
  /** The bar that is not complete yet. */
  readonly current?: number | undefined;
  /** One name in so many stands below the bars; all of them when left out. */
  readonly nameEvery?: number;
}

const HEIGHT = 100;
const STEP = 10;
const BAR = 7;
/** So few would be blocks rather than bars. */
const FEW = 6;
const BAR_OF_FEW = 3;
/** How far the mark of what a bar is compared with reaches over it. */
const OVERHANG = 1;

/** Bars and a line over them, as wide and high as their place. A screen reader gets a table instead. */
export function Plot(props: PlotProps): ReactNode {
  const { label, names, bars, line, isContinuous = false, current, nameEvery = 1 } = props;
  // Averages have fractions, a scale has none.
  const top = Math.ceil(Math.max(1, ...bars.values, ...(line?.values ?? [])));
  const y = (value: number): number => HEIGHT - (value / top) * (HEIGHT - 2);
  const width = names.length < FEW ? BAR_OF_FEW : BAR;
  const compared = line && names.map((_name, index) => ({ x: index * STEP, y: y(line.values[index] ?? 0) }));
  return (
    <figure className={classes.plot} aria-label={label} style={{ "--count": names.length } as CSSProperties}>
      <span className={classes.top} aria-hidden>
        {top}
      </span>
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${names.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden
      >
        {names.map((name, index) => {
          const value = bars.values[index] ?? 0;
          return (
            <rect
              key={name}
              className={classes.bar}
              data-current={index === current || undefined}
              x={index * STEP + (STEP - width) / 2}
              y={y(value)}
              width={width}
              height={HEIGHT - y(value)}
            />
          );
        })}
        {compared && isContinuous && (
          <polyline
            className={classes.line}
            points={compared.map((point) => `${point.x + STEP / 2},${point.y}`).join(" ")}
          />
        )}
        {compared && !isContinuous && (
          <path
            className={classes.line}
            d={compared
              .map(
                (point) => `M${point.x + (STEP - width) / 2 - OVERHANG} ${point.y}h${width + 2 * OVERHANG}`,
              )
              .join("")}
          />
        )}
      </svg>
      <div className={classes.names} aria-hidden data-continuous={isContinuous || undefined}>
        {names.map((name, index) => (
          <span key={name}>{index % nameEvery === 0 && name}</span>
        ))}
      </div>
      <PlotTable label={label} names={names} bars={bars} line={line} />
    </figure>
  );
}

function PlotTable({ label, names, bars, line }: PlotProps): ReactNode {
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{bars.name}</th>
            {line && <th scope="col">{line.name}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{bars.values[index] ?? 0}</td>
              {line && <td>{line.values[index] ?? 0}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
