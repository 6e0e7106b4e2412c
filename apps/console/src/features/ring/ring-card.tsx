import { CloseButton, Portal } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { usePhoneState } from "../calls/index.ts";
import classes from "./ring-card.module.css";
import { RingCheckList } from "./ring-check-list.tsx";

/** Asked once, beside the work and never in its way. */
export function RingCard({ onDismiss }: { readonly onDismiss: () => void }): ReactNode {
  const heading = useId();
  const isRinging = usePhoneState(({ calls }) => calls.some(({ phase }) => phase === "ringing"));
  return (
    <Portal>
      <section className={classes.card} aria-labelledby={heading} data-aside={isRinging || undefined}>
        <header className={classes.header}>
          <div>
            <h2 className={classes.heading} id={heading}>
              Will I ring?
            </h2>
            <p className={classes.text}>
              Make sure you never miss a call. You can do this later from your account menu.
            </p>
          </div>
          <CloseButton aria-label="Dismiss the ring check" onClick={onDismiss} />
        </header>
        <RingCheckList />
      </section>
    </Portal>
  );
}
