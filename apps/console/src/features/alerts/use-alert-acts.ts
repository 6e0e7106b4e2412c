import type { AdminAlertEntry } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { useState } from "react";
import { failureText } from "../../platform/api/api-failure.ts";
import { useAlerts } from "./alerts-context.ts";

interface AlertActs {
  /** The alert that is on its way. */
  readonly busy: number | undefined;
  /** Alerts whose line was let go from here. */
  readonly released: ReadonlySet<number>;
  readonly dismiss: (alert: AdminAlertEntry) => void;
  readonly release: (alert: AdminAlertEntry) => void;
}

/** Puts alerts aside, and lets a line call again that was stopped. */
export function useAlertActs(): AlertActs {
  const alerts = useAlerts();
  const snackbar = useSnackbar();
  const [busy, setBusy] = useState<number>();
  const [released, setReleased] = useState<ReadonlySet<number>>(new Set());
  const run = (alert: AdminAlertEntry, act: () => Promise<void>): void => {
    setBusy(alert.id);
    act()
      .catch((failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }))
      .finally(() => setBusy(undefined));
  };
  const release = async (alert: AdminAlertEntry): Promise<void> => {
    await alerts.release(alert);
    setReleased((before) => new Set(before).add(alert.id));
    snackbar.show("The line can call again", { tone: "success" });
  };
  return {
    busy,
    released,
    dismiss: (alert) => run(alert, () => alerts.dismiss(alert.id)),
    release: (alert) => run(alert, () => release(alert)),
  };
}
