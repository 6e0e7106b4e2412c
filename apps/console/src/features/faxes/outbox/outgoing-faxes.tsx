import { Button } from "@mantine/core";
import { formatPhone } from "@offhook/telephony";
import { useRouter } from "@tanstack/react-router";
import { TriangleAlert, UploadCloud } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { paths } from "../../../platform/navigation/paths.ts";
import { useIsNetworkUp } from "../../../platform/network/use-network-up.ts";
import type { Outgoing } from "../../../platform/outbox/outgoing.ts";
import { useComposing } from "../compose/use-composing.ts";
import type { NewFax, OutgoingFax } from "./outgoing-fax.ts";
import classes from "./outgoing-faxes.module.css";
import { useFaxOutbox } from "./use-fax-outbox.ts";

/** What the service does not have yet, above the list: it waits for the network, or was refused. */
export function OutgoingFaxes(): ReactNode {
  const outbox = useFaxOutbox();
  const composing = useComposing();
  const router = useRouter();
  const waiting = useStore(outbox.state);
  if (waiting.length === 0) return null;
  const edit = (fax: Outgoing<NewFax>): void => {
    composing.takeBack(fax);
    void outbox.discard(fax.key);
    router.history.push(paths.newFax());
  };
  return (
    <ul className={classes.list} aria-label="Outbox">
      {waiting.map((fax) => (
        <li key={fax.key} className={classes.entry}>
          <Entry
            fax={fax}
            onRetry={() => void outbox.retry(fax.key)}
            onEdit={fax.kind === "new" ? () => edit(fax) : undefined}
            onDiscard={() => void outbox.discard(fax.key)}
          />
        </li>
      ))}
    </ul>
  );
}

interface EntryProps {
  readonly fax: OutgoingFax;
  readonly onRetry: () => void;
  /** Undefined where there is nothing to change. */
  readonly onEdit: (() => void) | undefined;
  readonly onDiscard: () => void;
}

function Entry({ fax, onRetry, onEdit, onDiscard }: EntryProps): ReactNode {
  const isUp = useIsNetworkUp();
  const { state } = fax;
  const to = fax.to.map(({ name, number }) => name || formatPhone(number)).join(", ");
  if (state.name === "waiting") {
    return (
      <>
        <UploadCloud size={18} aria-hidden="true" />
        <div className={classes.text}>
          <strong className={classes.to}>To {to}</strong>
          <span>{isUp ? "Handing in…" : "Will send when you're back online"}</span>
        </div>
        <Button size="compact-xs" variant="default" onClick={onDiscard}>
          Cancel
        </Button>
      </>
    );
  }
  return (
    <>
      <TriangleAlert className={classes.refused} size={18} aria-hidden="true" />
      <div className={classes.text}>
        <strong className={classes.to}>To {to}</strong>
        <span role="alert">{state.reason}</span>
      </div>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Retry
      </Button>
      {onEdit && (
        <Button size="compact-xs" variant="default" onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={onDiscard}>
        Discard
      </Button>
    </>
  );
}
