import { type ReactNode, useId } from "react";
import classes from "./security-panel.module.css";

export interface SecuritySectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function SecuritySection({ title, text, children }: SecuritySectionProps): ReactNode {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <header>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        <p className={classes.text}>{text}</p>
      </header>
      {children}
    </section>
  );
}
