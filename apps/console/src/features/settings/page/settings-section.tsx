import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./settings-page.module.css";

export interface SettingsSectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function SettingsSection({ id, title, children }: SettingsSectionProps): ReactNode {
  return (
    <section className={classes.section} id={id} aria-labelledby={`${id}-title`}>
      <Title order={2} size="h3" mb={8} id={`${id}-title`}>
        {title}
      </Title>
      <div className={classes.card}>{children}</div>
    </section>
  );
}
