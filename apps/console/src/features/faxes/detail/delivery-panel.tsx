import { Button, Group, Progress } from "@mantine/core";
import type { FaxDetails } from "@offhook/contract";
import { useSnackbar } from "@offhook/ui";
import { dueWords } from "@offhook/ui/format";
import { CircleAlert, CircleCheck, Clock, LoaderCircle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { latePart } from "../../../platform/rendering/late.tsx";
import { useUser } from "../../session/index.ts";
import { useNow } from "../../settings/index.ts";
import { deliveryOf, progressText } from "../fax-words.ts";
import { useFaxes } from "../use-faxes.ts";
import { failureWords } from "./failure-words.ts";
import classes from "./fax-detail.module.css";

const SendAgainDialog = latePart(() => import("./send-again-dialog.tsx"), "SendAgainDialog");
const TICK_MS = 60_000;

interface FaxProps {
  readonly fax: FaxDetails;
}

/** How the delivery of a sent fax stands, and what can be done about it. */
export function DeliveryPanel({ fax }: FaxProps): ReactNode {
  switch (deliveryOf(fax)) {
    case "sending":
      return <Sending fax={fax} />;
    case "failed":
      return <Failed fax={fax} />;
    case "success":
      return (
        <p className={classes.delivery} data-state="success">
          <CircleCheck size={20} aria-hidden="true" />
          <span>
            <strong>Delivered</strong>
            {fax.tries > 1 && <span className={classes.note}> on try {fax.tries}</span>}
          </span>
        </p>
      );
    case undefined:
      return null;
  }
}

/** Runs one act at a time; a refusal is told. */
function useAct(): readonly [boolean, (act: () => Promise<void>) => void] {
  const snackbar = useSnackbar();
  const [isBusy, setIsBusy] = useState(false);
  const run = (act: () => Promise<void>): void => {
    setIsBusy(true);
    act()
      .catch((failure: unknown) => snackbar.show(failureText(failure), { tone: "error" }))
      .finally(() => setIsBusy(false));
  };
  return [isBusy, run];
}

function Sending({ fax }: FaxProps): ReactNode {
  const faxes = useFaxes();
  const { effective_timezone: timeZone } = useUser();
  const now = useNow(TICK_MS);
  const [isBusy, run] = useAct();
  const progress = progressText(fax, timeZone, (at) => dueWords({ at, now, timeZone }));
  const isWaiting = fax.next_try !== null;
  const isScheduled = isWaiting && fax.tries === 0;
  const Icon = isWaiting ? Clock : LoaderCircle;
  const done = fax.pages === 0 ? 0 : (100 * Math.max(0, fax.page - 1)) / fax.pages;
  return (
    <section className={classes.delivery} data-state="sending" aria-label="Delivery">
      <Icon size={20} aria-hidden="true" />
      <div className={classes.deliveryText}>
        <div role="status">
          <strong>{isScheduled ? progress : isWaiting ? "Waiting for the next try" : "Sending"}</strong>
          {!isScheduled && progress !== "" && <div className={classes.note}>{progress}</div>}
          {fax.dlr_error !== "" && <div className={classes.note}>Last try: {fax.dlr_error}.</div>}
        </div>
        {fax.page > 0 && <Progress value={done} size="sm" aria-label="Pages sent" mt={6} />}
      </div>
      <Group gap="xs">
        {isWaiting && (
          <Button variant="default" disabled={isBusy} onClick={() => run(() => faxes.retry(fax))}>
            {isScheduled ? "Send now" : "Try now"}
          </Button>
        )}
        <Button variant="default" disabled={isBusy} onClick={() => run(() => faxes.cancel(fax))}>
          Cancel fax
        </Button>
      </Group>
    </section>
  );
}

function Failed({ fax }: FaxProps): ReactNode {
  const faxes = useFaxes();
  const [isBusy, run] = useAct();
  const [isAgain, setIsAgain] = useState(false);
  const { text, nextStep } = failureWords(fax);
  return (
    <section className={classes.delivery} data-state="failed" aria-label="Delivery">
      <CircleAlert size={20} aria-hidden="true" />
      <div className={classes.deliveryText}>
        <strong>{text}</strong>
        {nextStep !== "" && <div className={classes.note}>{nextStep}</div>}
      </div>
      <Group gap="xs">
        <Button disabled={isBusy} onClick={() => run(() => faxes.retry(fax))}>
          Retry
        </Button>
        <Button variant="default" onClick={() => setIsAgain(true)}>
          Send again to another number
        </Button>
      </Group>
      {isAgain && (
        <SendAgainDialog fax={fax} title="Send again to another number" onClose={() => setIsAgain(false)} />
      )}
    </section>
  );
}
