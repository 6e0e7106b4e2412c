import type { ReactNode } from "react";
import classes from "./settings-page.module.css";

export interface SettingsSectionProps {
  readonly id: string;
  readonly title: string;
  /** More of it comes in a moment. */
  readonly isWaiting?: boolean;
  readonly children: ReactNode;
}

export function SettingsSection({ id, title, isWaiting = false, children }: SettingsSectionProps): ReactNode {
  return (
    <section
      className={classes.section}
      id={id}
      aria-labelledby={`${id}-title`}
      data-waiting={isWaiting || undefined}
    >
      <h2 className={classes.title} id={`${id}-title`}>
        {title}
      </h2>
      <div className={classes.card}>{children}</div>
    </section>
  );
}
