import { Banner } from "@offhook/ui";
import type { ReactNode } from "react";
import { useShallow } from "zustand/react/shallow";
import { ALERT_ICONS } from "./alert-icons.ts";
import { openAlerts } from "./alert-store.ts";
import { useAlertState } from "./alerts-context.ts";
import { useAlertActs } from "./use-alert-acts.ts";

/** The most pressing alert above every screen; the others wait behind it. */
export function AlertBanner(): ReactNode {
  const [alert, ...others] = useAlertState(useShallow(openAlerts));
  const { busy, dismiss } = useAlertActs();
  if (!alert) return null;
  const action = { label: "Dismiss", onClick: () => dismiss(alert), isBusy: busy === alert.id };
  return (
    <Banner tone="alert" icon={ALERT_ICONS[alert.kind]} action={action}>
      <strong>{alert.title}</strong> {alert.text}
      {others.length > 0 && ` (${others.length} more)`}
    </Banner>
  );
}
