import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "../auth.module.css";
import { AuthAlert, AuthButton, AuthHeading } from "../auth-parts.tsx";
import { Field } from "../field.tsx";
import { emailError } from "./email-error.ts";

export function ResetPage(): ReactNode {
  const { client } = usePlatform();
  const navigate = useNavigate();
  const [email, setEmail] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();

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
      setError(failureText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <>
      <AuthHeading title="Forgot your password?">
        Enter the email of your account and we will send you a link to set a new one.
      </AuthHeading>
      <AuthAlert>{error}</AuthAlert>
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
          error={wasSubmitted ? emailError(email) : undefined}
          onChange={setEmail}
        />
        <AuthButton type="submit" isBusy={isBusy}>
          Send the link
        </AuthButton>
      </form>
      <Link to="/login" className={classes.link}>
        Back to sign-in
      </Link>
    </>
  );
}
