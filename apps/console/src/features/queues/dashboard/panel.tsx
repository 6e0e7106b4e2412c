import { type ComponentProps, type ReactNode, useId } from "react";
import classes from "./panel.module.css";

export interface PanelProps {
  readonly heading: string;
  /** At the end of the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the dashboard. */
export function Panel({ heading, aside, children }: PanelProps): ReactNode {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.heading}>
          {heading}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Beside a heading, or below what it explains. */
export function PanelNote({ children, role }: Pick<ComponentProps<"p">, "children" | "role">): ReactNode {
  return (
    <p className={classes.note} role={role}>
      {children}
    </p>
  );
}

export interface FiguresProps {
  /** Each with what it counts. */
  readonly figures: Readonly<Record<string, string>>;
}

/** Numbers side by side. */
export function Figures({ figures }: FiguresProps): ReactNode {
  return (
    <dl className={classes.figures}>
      {Object.entries(figures).map(([label, value]) => (
        <div key={label} className={classes.figure}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value} data-numeric>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
