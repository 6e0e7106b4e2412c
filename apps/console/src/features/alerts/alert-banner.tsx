import { Banner } from "@offhook/ui";
import type { ReactNode } from "react";
import { useShallow } from "zustand/react/shallow";
import { ALERT_ICONS } from "./alert-icons.ts";
import { openAlerts } from "./alert-store.ts";
import { useAlertState } from "./alerts-context.ts";
import { useAlertActs } from "./use-alert-acts.ts";

export interface AlertBannerProps {
  /** Opens the list of all of them. */
  readonly onShowAll: () => void;
}

/** The most pressing alert above every screen, with the way to the others. */
export function AlertBanner({ onShowAll }: AlertBannerProps): ReactNode {
  const [alert, ...others] = useAlertState(useShallow(openAlerts));
  const { busy, dismiss } = useAlertActs();
  if (!alert) return null;
  const action = { label: "Dismiss", onClick: () => dismiss(alert), isBusy: busy === alert.id };
  const more = others.length > 0 ? { more: { label: `${others.length} more`, onClick: onShowAll } } : {};
  return (
    <Banner tone="alert" icon={ALERT_ICONS[alert.kind]} action={action} {...more}>
      <strong>{alert.title}</strong> {alert.text}
    </Banner>
  );
}
