import { Button, PasswordInput } from "@mantine/core";
import { useSnackbar } from "@offhook/ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { newPasswordError, repeatError } from "../new-password.ts";
import classes from "./security-panel.module.css";
import { SecuritySection } from "./security-section.tsx";

const NOTHING = { current: "", password: "", repeat: "" };

export function PasswordSection(): ReactNode {
  const { client } = usePlatform();
  const snackbar = useSnackbar();
  const [form, setForm] = useState(NOTHING);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const errors = {
    current: form.current.trim() === "" ? "This field is required" : undefined,
    password: newPasswordError(form.password),
    repeat: repeatError(form.password, form.repeat),
  };
  const change = (part: Partial<typeof NOTHING>): void => {
    setRefusal(undefined);
    setForm({ ...form, ...part });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasSubmitted(true);
    if (errors.current ?? errors.password ?? errors.repeat) return;
    setIsBusy(true);
    try {
      const body = { current: form.current.trim(), password: form.password.trim() };
      await client.changePassword({ body });
      setForm(NOTHING);
      setWasSubmitted(false);
      snackbar.show("Password changed. Other devices have been signed out.", { tone: "success" });
    } catch (failure) {
      setRefusal(failureText(failure));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <SecuritySection title="Password" text="Changing it signs out every other device.">
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          value={form.current}
          error={refusal ?? (wasSubmitted && errors.current)}
          onChange={(event) => change({ current: event.target.value })}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          value={form.password}
          error={wasSubmitted && errors.password}
          onChange={(event) => change({ password: event.target.value })}
        />
        <PasswordInput
          label="Repeat the new password"
          autoComplete="new-password"
          value={form.repeat}
          error={wasSubmitted && errors.repeat}
          onChange={(event) => change({ repeat: event.target.value })}
        />
        <Button type="submit" loading={isBusy}>
          Change password
        </Button>
      </form>
    </SecuritySection>
  );
}
