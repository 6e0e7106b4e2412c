import { Button, TextInput } from "@mantine/core";
import type { TfaEnrollment, TfaType } from "@offhook/contract";
import { QrCode } from "@offhook/ui/qr-code";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "./security-panel.module.css";
import { useAction } from "./use-action.ts";

const CODE_SIZE = 224;

export type EnrollableType = Exclude<TfaType, "recovery">;

export interface TfaConfirmationProps {
  readonly type: EnrollableType;
  readonly enrollment: TfaEnrollment;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** A new second factor counts from the moment its first code was right. */
export function TfaConfirmation({
  type,
  enrollment,
  onConfirmed,
  onCancel,
}: TfaConfirmationProps): ReactNode {
  const { client } = usePlatform();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (code.trim() === "") return setError("This field is required");
    setIsBusy(true);
    try {
      const body = { enrollment: enrollment.enrollment, code: code.trim() };
      const { recovery_codes } = await client.confirmTfa({ body });
      onConfirmed(recovery_codes);
    } catch (failure) {
      setError(failureText(failure));
      setIsBusy(false);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      {type === "app" && enrollment.uri !== null ? (
        <>
          <p className={classes.text}>Scan this code with your authenticator app, or type in the key.</p>
          <QrCode text={enrollment.uri} label="QR code for the authenticator app" size={CODE_SIZE} />
          <p>
            <code className={classes.secret}>{enrollment.secret}</code>
          </p>
        </>
      ) : (
        <p className={classes.text}>We have sent you a code. Enter it to finish.</p>
      )}
      <TextInput
        label="One-time code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={error}
        onChange={(event) => {
          setError(undefined);
          setCode(event.target.value);
        }}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={isBusy}>
          Confirm
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export interface SmsNumberFormProps {
  readonly onStart: (number: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Codes by text message need a number to go to. */
export function SmsNumberForm({ onStart, onCancel }: SmsNumberFormProps): ReactNode {
  const { isBusy, run } = useAction();
  const [number, setNumber] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setWasSubmitted(true);
    if (number.trim() !== "") void run(() => onStart(number.trim()));
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        type="tel"
        label="Mobile number"
        autoComplete="tel"
        value={number}
        error={wasSubmitted && number.trim() === "" && "This field is required"}
        onChange={(event) => setNumber(event.target.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={isBusy}>
          Send a code
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
