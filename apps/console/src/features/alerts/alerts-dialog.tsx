import { Button, Group, Modal } from "@mantine/core";
import type { AdminAlertEntry } from "@offhook/contract";
import { EmptyState, LoadError } from "@offhook/ui";
import { clockTime, dateWords, fullDateTime } from "@offhook/ui/format";
import { ShieldCheck } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { usePlatform } from "../../platform/platform-context.tsx";
import { useUser } from "../session/index.ts";
import { ALERT_ICONS } from "./alert-icons.ts";
import { useAlertState, useAlerts } from "./alerts-context.ts";
import classes from "./alerts-dialog.module.css";
import { useAlertActs } from "./use-alert-acts.ts";

const WIDTH = 640;

export interface AlertsDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Everything the administrators were told of, what is put aside included. */
export function AlertsDialog({ isOpen, onClose }: AlertsDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Alerts" size={WIDTH}>
      <AlertList />
    </Modal>
  );
}

function AlertList(): ReactNode {
  const store = useAlerts();
  const { alerts, status } = useAlertState((state) => state);
  const { busy, released, dismiss, release } = useAlertActs();
  const list = useFocusAfter(busy);
  if (status === "failed") {
    return (
      <LoadError isRetrying={false} onRetry={() => void store.load().catch(() => {})}>
        The alerts could not be loaded.
      </LoadError>
    );
  }
  if (alerts.length === 0) return <EmptyState icon={ShieldCheck}>Nothing needs your attention.</EmptyState>;
  return (
    <ul ref={list} tabIndex={-1} className={classes.list} aria-label="Alerts">
      {alerts.map((alert) => (
        <AlertItem
          key={alert.id}
          alert={alert}
          isBusy={busy === alert.id}
          isReleased={released.has(alert.id)}
          onDismiss={() => dismiss(alert)}
          onRelease={() => release(alert)}
        />
      ))}
    </ul>
  );
}

/** A button that has done its work goes: the focus goes on to the next one, or to the list. */
function useFocusAfter(busy: number | undefined): RefObject<HTMLUListElement | null> {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (busy === undefined) return;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        (list.current?.querySelector("button") ?? list.current)?.focus();
      });
    };
  }, [busy]);
  return list;
}

interface AlertItemProps {
  readonly alert: AdminAlertEntry;
  readonly isBusy: boolean;
  readonly isReleased: boolean;
  readonly onDismiss: () => void;
  readonly onRelease: () => void;
}

const DAY_MS = 86_400_000;

function AlertItem({ alert, isBusy, isReleased, onDismiss, onRelease }: AlertItemProps): ReactNode {
  const now = usePlatform().browser.clock.now();
  const timeZone = useUser().effective_timezone;
  const Icon = ALERT_ICONS[alert.kind];
  const [firstAt, lastAt] = [Date.parse(alert.first_at), Date.parse(alert.last_at)];
  const since = now - firstAt < DAY_MS ? clockTime(firstAt, timeZone) : fullDateTime(firstAt, timeZone);
  const isOpen = alert.dismissed_at === null;
  // The line stays stopped for a day, also when the alert was put aside.
  const canRelease = alert.kind === "tollFraud" && !isReleased && (isOpen || now - lastAt < DAY_MS);
  return (
    <li className={classes.alert} data-open={isOpen}>
      <Icon size={18} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <h3 className={classes.title}>{alert.title}</h3>
        <p className={classes.text}>{alert.text}</p>
        <p className={classes.when}>
          <time dateTime={alert.last_at}>{dateWords({ at: lastAt, now, timeZone })}</time>
          {alert.count > 1 && ` · ${alert.count} times since ${since}`}
          {!isOpen && ` · Dismissed${alert.dismissed_by ? ` by ${alert.dismissed_by}` : ""}`}
        </p>
        <Group gap="xs" className={classes.acts}>
          {canRelease && (
            <Button
              variant="default"
              size="xs"
              disabled={isBusy}
              aria-label={`Let the line call again: ${alert.title}`}
              onClick={onRelease}
            >
              Let the line call again
            </Button>
          )}
          {isOpen && (
            <Button
              variant="light"
              size="xs"
              loading={isBusy}
              aria-label={`Dismiss: ${alert.title}`}
              onClick={onDismiss}
            >
              Dismiss
            </Button>
          )}
        </Group>
      </div>
    </li>
  );
}
