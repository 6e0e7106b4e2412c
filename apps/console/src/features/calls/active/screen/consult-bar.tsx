import { ArrowRightLeft, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ActiveCall } from "../../phone/calls/active-call.ts";
import { usePhone } from "../../phone/phone-context.ts";
import { useCallParty } from "../call-party.ts";
import { useAttempt } from "../use-attempt.ts";
import classes from "./consult-bar.module.css";

export interface ConsultBarProps {
  /** The call that waits to be transferred. */
  readonly waiting: ActiveCall;
  /** The call with the colleague who is asked. */
  readonly asked: ActiveCall;
}

/** While a colleague is asked whether to take a call: hand it over, or take it back. */
export function ConsultBar({ waiting, asked }: ConsultBarProps): ReactNode {
  const phone = usePhone();
  const attempt = useAttempt();
  const caller = useCallParty(waiting).name;
  const colleague = useCallParty(asked).name;
  return (
    <section className={classes.bar} aria-label="Transfer">
      <p className={classes.text}>
        {asked.phase === "active"
          ? `${caller} waits. ${colleague} hears only you.`
          : `${caller} waits while ${colleague} is called.`}
      </p>
      <div className={classes.acts}>
        <button
          type="button"
          className={classes.complete}
          onClick={() => void attempt(() => phone.completeTransfer(waiting.id), "Failed to transfer call.")}
        >
          <ArrowRightLeft size={16} aria-hidden="true" />
          Complete transfer
        </button>
        <button
          type="button"
          className={classes.cancel}
          onClick={() => void attempt(() => phone.cancelTransfer(waiting.id))}
        >
          <Undo2 size={16} aria-hidden="true" />
          Back to {caller}
        </button>
      </div>
    </section>
  );
}
