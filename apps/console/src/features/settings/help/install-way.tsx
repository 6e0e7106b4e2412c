import type { ReactNode } from "react";
import classes from "./help-dialogs.module.css";

/** The steps of one system. */
export function Way({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section>
      <h3 className={classes.wayTitle}>{title}</h3>
      <ol className={classes.steps}>{children}</ol>
    </section>
  );
}
