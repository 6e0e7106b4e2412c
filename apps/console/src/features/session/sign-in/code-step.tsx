import { clockDuration } from "@offhook/kernel";
import { type FormEvent, type ReactNode, useState } from "react";
import classes from "../auth.module.css";
import { AuthAlert, AuthButton, AuthHeading } from "../auth-parts.tsx";
import { Field } from "../field.tsx";
import type { SentCode } from "./sign-in-flow.ts";
import { useCountdown } from "./use-countdown.ts";

export interface CodeStepProps {
  readonly code: SentCode;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (code: string) => void;
  /** Back to the choice of method. */
  readonly onBack: () => void;
  readonly onCancel: () => void;
}

export function CodeStep(props: CodeStepProps): ReactNode {
  const { error, isBusy, onSubmit, onBack, onCancel } = props;
  const { sent, at } = props.code;
  const [code, setCode] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const secondsLeft = useCountdown(at, sent.timeout);
  const isExpired = sent.timeout > 0 && secondsLeft === 0;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setWasSubmitted(true);
    if (code.trim() !== "" && !isExpired && !isBusy) onSubmit(code.trim());
  };

  return (
    <>
      <AuthHeading title={sent.title}>{sent.description}</AuthHeading>
      <AuthAlert>{isExpired ? "This code has expired. Please ask for a new one." : error}</AuthAlert>
      <form onSubmit={submit} noValidate className={classes.form}>
        <Field
          label={sent.type === "recovery" ? "Recovery code" : "One-time code"}
          name="code"
          type="text"
          inputMode={sent.type === "recovery" ? "text" : "numeric"}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          error={wasSubmitted && code.trim() === "" ? "This field is required" : undefined}
          onChange={setCode}
        />
        {sent.timeout > 0 && (
          // The seconds would be read aloud one by one; that the code has expired is said by the alert.
          <p className={classes.hint} aria-hidden={!isExpired}>
            {isExpired ? "Expired" : `Time left ${clockDuration(secondsLeft)}`}
          </p>
        )}
        <AuthButton type="submit" isBusy={isBusy} disabled={isExpired}>
          Verify
        </AuthButton>
      </form>
      <div className={classes.actions}>
        <AuthButton kind="quiet" onClick={onBack}>
          Back
        </AuthButton>
        {sent.resendTimeout > 0 && <ResendButton code={props.code} onResend={onBack} />}
        <AuthButton kind="quiet" onClick={onCancel}>
          Cancel
        </AuthButton>
      </div>
    </>
  );
}

interface ResendButtonProps {
  readonly code: SentCode;
  readonly onResend: () => void;
}

/** A new code may come another way, so asking for one goes back to the choice of method. */
function ResendButton({ code: { sent, at }, onResend }: ResendButtonProps): ReactNode {
  const secondsLeft = useCountdown(at, sent.resendTimeout);
  return (
    <AuthButton kind="quiet" disabled={secondsLeft > 0} onClick={onResend}>
      {secondsLeft > 0 ? `New code in ${clockDuration(secondsLeft)}` : "Get a new code"}
    </AuthButton>
  );
}
