import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import classes from "../auth.module.css";
import { AuthButton } from "../auth-parts.tsx";
import { Field } from "../field.tsx";
import { PasswordField } from "../password-field.tsx";

const REQUIRED = "This field is required";

export interface CredentialsFormProps {
  readonly initialUsername?: string;
  readonly isBusy: boolean;
  readonly onSubmit: (username: string, password: string) => Promise<void>;
}

export function CredentialsForm({ initialUsername = "", isBusy, onSubmit }: CredentialsFormProps): ReactNode {
  const [username, setUsername] = useState(initialUsername);
  const [password, setPassword] = useState("");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSubmitted(true);
    if (isBusy) return;
    if (username.trim() === "") usernameInput.current?.focus();
    else if (password.trim() === "") passwordInput.current?.focus();
    else {
      await onSubmit(username.trim(), password.trim());
      // Still here: it was refused, and the password is what will be typed again.
      passwordInput.current?.select();
    }
  };
  const errorOf = (value: string): string | undefined =>
    wasSubmitted && value.trim() === "" ? REQUIRED : undefined;

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
      <Field
        label="Username"
        name="username"
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={initialUsername === ""}
        ref={usernameInput}
        value={username}
        error={errorOf(username)}
        // What is typed counts trimmed. The text itself is only cut when the field is left: a blank in the middle of
        // a pass phrase is the end of the text for a moment.
        onChange={setUsername}
        onBlur={() => setUsername(username.trim())}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        autoFocus={initialUsername !== ""}
        ref={passwordInput}
        value={password}
        error={errorOf(password)}
        onChange={setPassword}
        onBlur={() => setPassword(password.trim())}
      />
      <Link to="/reset" className={classes.link}>
        Forgot your password ?
      </Link>
      <AuthButton type="submit" isBusy={isBusy}>
        Sign in
      </AuthButton>
    </form>
  );
}
