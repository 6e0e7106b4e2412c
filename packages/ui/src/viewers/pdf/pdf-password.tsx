import { Button, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import classes from "./pdf-viewer.module.css";

export interface PdfPasswordProps {
  readonly isWrong: boolean;
  readonly onSubmit: (password: string) => void;
}

export function PdfPassword({ isWrong, onSubmit }: PdfPasswordProps): ReactNode {
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== "") onSubmit(password);
  };
  return (
    <form className={classes.message} onSubmit={submit}>
      <Stack gap="sm" w={280}>
        <Text>This document is protected.</Text>
        <PasswordInput
          label="Password"
          autoComplete="off"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={isWrong ? "This password does not open it" : undefined}
          data-autofocus
        />
        <Button type="submit" disabled={password === ""}>
          Open
        </Button>
      </Stack>
    </form>
  );
}
