import { ERROR_TEXTS } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { Logo } from "@offhook/ui";
import { type ReactNode, useEffect } from "react";
import classes from "./page/error-page.module.css";

const RETRY_MS = 2_000;

export interface StartFailedProps {
  readonly clock: Clock;
  readonly reload: () => void;
  /** True when the service answers. */
  readonly check?: () => Promise<boolean>;
}

async function serviceAnswers(): Promise<boolean> {
  const response = await fetch("/api/status", { cache: "no-store" });
  return response.ok;
}

/** The service could not be reached before anything was known of it. Comes back by itself. */
export function StartFailed({ clock, reload, check = serviceAnswers }: StartFailedProps): ReactNode {
  useEffect(() => {
    let cancel: () => void = () => {};
    const look = async (): Promise<void> => {
      if (await check().catch(() => false)) reload();
      else cancel = clock.schedule(RETRY_MS, () => void look());
    };
    cancel = clock.schedule(RETRY_MS, () => void look());
    return () => cancel();
  }, [clock, reload, check]);
  return (
    <main className={classes.screen}>
      <Logo size={44} label="" />
      <h1 className={classes.text}>
        {navigator.onLine ? ERROR_TEXTS.generalServerError : ERROR_TEXTS.offline}
      </h1>
      <p role="status">Trying again every two seconds.</p>
    </main>
  );
}
