import { REQUEST_ERROR } from "@offhook/contract";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiFailure, failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "../auth.module.css";
import { AuthAlert, AuthButton, AuthHeading } from "../auth-parts.tsx";
import { Field } from "../field.tsx";
import { emailError } from "./email-error.ts";

/** The same for everyone, so it says nothing about accounts. */
const MAIL_OFF =
  "This server cannot send mail yet, so no link can reach you. Ask your administrator to set a new password for you, or to set up mail (SMTP_URL).";

export function ResetPage(): ReactNode {
  const { client, config } = usePlatform();
  const navigate = useNavigate();
  // A page that was opened with the configuration of an older server knows nothing about mail.
  const isMailOff = config.mail === false;
  const [email, setEmail] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  /** The service is stricter about addresses than this page. */
  const [refusal, setRefusal] = useState<string>();

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSubmitted(true);
    if (isBusy) return;
    setError(undefined);
    if (emailError(email) !== undefined) return;
    setIsBusy(true);
    try {
      await client.forgotPassword({ body: { type: "password", email: email.trim() } });
      await navigate({ to: "/resetSuccess" });
    } catch (failure) {
      const isEmailRefused = failure instanceof ApiFailure && failure.code === REQUEST_ERROR.invalid;
      if (isEmailRefused) setRefusal(failureText(failure));
      else setError(failureText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <AuthHeading title="Forgot your password?">
        Enter your email address and we will send you a link to reset your password.
      </AuthHeading>
      <AuthAlert>{error ?? (isMailOff ? MAIL_OFF : undefined)}</AuthAlert>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <Field
          label="Email"
          name="email"
          type="text"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={email}
          error={refusal ?? (wasSubmitted ? emailError(email) : undefined)}
          onChange={(typed) => {
            setRefusal(undefined);
            setEmail(typed);
          }}
        />
        <AuthButton type="submit" isBusy={isBusy} disabled={isMailOff}>
          Send the link
        </AuthButton>
      </form>
      <Link to="/login" className={classes.link}>
        Back to sign-in
      </Link>
    </>
  );
}
