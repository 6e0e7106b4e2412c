import type { ReactNode } from "react";
import classes from "./gallery.module.css";

/** One component in one state, with its name above it. */
export function Specimen({
  name,
  isWide = false,
  children,
}: {
  readonly name: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={classes.specimen} data-wide={isWide || undefined}>
      <h3 className={classes.caption}>{name}</h3>
      <div className={classes.stage}>{children}</div>
    </div>
  );
}

export function Shelf({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={classes.shelf} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.specimens}>{children}</div>
    </section>
  );
}
