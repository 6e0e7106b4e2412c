import { Link, useParams } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "../auth.module.css";
import { AuthAlert, AuthButton, AuthHeading } from "../auth-parts.tsx";
import { newPasswordError, repeatError } from "../new-password.ts";
import { PasswordField } from "../password-field.tsx";

/** Where the mailed link leads. */
export function NewPasswordPage(): ReactNode {
  const [isDone, setIsDone] = useState(false);
  return isDone ? <PasswordSet /> : <NewPasswordForm onDone={() => setIsDone(true)} />;
}

function PasswordSet(): ReactNode {
  return (
    <>
      <span className={classes.badge}>
        <CircleCheck size={26} aria-hidden="true" />
      </span>
      <AuthHeading title="Your password is set.">
        You have been signed out on all devices. Sign in with your new password.
      </AuthHeading>
      <Link to="/login" className={classes.button} data-kind="primary">
        Back to sign-in
      </Link>
    </>
  );
}

function NewPasswordForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { client } = usePlatform();
  const { token } = useParams({ from: "/open/reset/$token" });
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSubmitted(true);
    if (isBusy) return;
    setError(undefined);
    if (newPasswordError(password) ?? repeatError(password, repeat)) return;
    setIsBusy(true);
    try {
      await client.resetPassword({ body: { token, password: password.trim() } });
      onDone();
    } catch (failure) {
      setError(failureText(failure));
      setIsBusy(false);
    }
  };

  return (
    <>
      <AuthHeading title="Set a new password">
        At least 10 characters. A short sentence works well.
      </AuthHeading>
      <AuthAlert>{error}</AuthAlert>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <PasswordField
          label="New password"
          name="new-password"
          autoComplete="new-password"
          autoFocus
          value={password}
          error={wasSubmitted ? newPasswordError(password) : undefined}
          onChange={setPassword}
        />
        <PasswordField
          label="Repeat the new password"
          name="repeat-password"
          autoComplete="new-password"
          value={repeat}
          error={wasSubmitted ? repeatError(password, repeat) : undefined}
          onChange={setRepeat}
        />
        <AuthButton type="submit" isBusy={isBusy}>
          Set password
        </AuthButton>
      </form>
      <Link to="/reset" className={classes.link}>
        Ask for a new link
      </Link>
    </>
  );
}
