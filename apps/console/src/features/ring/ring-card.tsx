import { Button, CloseButton, Portal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { breakpoints } from "@offhook/ui";
import { type ReactNode, useId } from "react";
import { usePhoneState } from "../calls/index.ts";
import classes from "./ring-card.module.css";
import { RingCheckList } from "./ring-check-list.tsx";
import { useRingLight } from "./use-ring-light.ts";

export interface RingCardProps {
  readonly onCheck: () => void;
  readonly onDismiss: () => void;
}

const WHY = "Make sure you never miss a call. You can do this later from your account menu.";

/** Asked once, beside the work and never in its way. */
export function RingCard({ onCheck, onDismiss }: RingCardProps): ReactNode {
  const heading = useId();
  // Beside the dial pad there is no room for the whole list.
  const isSmall = useMediaQuery(`(max-width: calc(${breakpoints.xl} - 0.01em))`) ?? false;
  const isTalking = usePhoneState(({ calls }) => calls.some(({ phase }) => phase !== "ringing"));
  const isRinging = usePhoneState(({ calls }) => calls.some(({ phase }) => phase === "ringing"));
  if (isTalking) return null;
  return (
    <Portal>
      <section
        className={classes.card}
        aria-labelledby={heading}
        data-aside={isRinging || undefined}
        data-small={isSmall || undefined}
      >
        <header className={classes.header}>
          <div>
            <h2 className={classes.heading} id={heading}>
              Will I ring?
            </h2>
            {isSmall ? <LightWords /> : <p className={classes.text}>{WHY}</p>}
          </div>
          {isSmall && (
            <Button size="xs" className={classes.check} onClick={onCheck}>
              Check
            </Button>
          )}
          <CloseButton aria-label="Dismiss the ring check" onClick={onDismiss} />
        </header>
        {!isSmall && <RingCheckList />}
      </section>
    </Portal>
  );
}

function LightWords(): ReactNode {
  return <p className={classes.text}>{useRingLight().text}</p>;
}
