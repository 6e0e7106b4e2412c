import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import type { StepUpChoice, StepUpProof, TfaSent } from "@offhook/contract";
import { ListSkeleton, useLoadingShown } from "@offhook/ui";
import { type FormEvent, type ReactNode, useState } from "react";
import { PROVIDER_TITLES } from "../sign-in/oidc-redirect.ts";
import { otherWays } from "./step-up-flow.ts";
import { type StepUpForm, useStepUp } from "./use-step-up.ts";

export interface StepUpStepsProps {
  readonly onProved: (proof: StepUpProof) => void;
  readonly onCancel: () => void;
}

/** Escape closes this dialog and not also the one it was asked from. */
export const OWN_ESCAPE = { "data-mantine-stop-propagation": true } as const;

const WHY = "This change decides who can open your account.";

export function StepUpSteps({ onProved, onCancel }: StepUpStepsProps): ReactNode {
  const form = useStepUp(onProved);
  const { step } = form;
  if (useLoadingShown(step.name === "loading")) return <ListSkeleton rows={2} />;
  switch (step.name) {
    case "loading":
      return null;
    case "failed":
      return (
        <Stack gap="md">
          <Alert color="red" role="alert">
            {step.text}
          </Alert>
          <Actions onCancel={onCancel} />
        </Stack>
      );
    case "password":
      return <PasswordStep form={form} choice={step.choice} onCancel={onCancel} />;
    case "ways":
      return <WaysStep form={form} choice={step.choice} onCancel={onCancel} />;
    case "code":
      return (
        <CodeStep
          key={step.sent.type}
          form={form}
          choice={step.choice}
          sent={step.sent}
          onCancel={onCancel}
        />
      );
    case "provider":
      return (
        <Stack gap="md">
          <Text role="status">Go on in the window of {PROVIDER_TITLES[step.provider]}.</Text>
          <Actions onCancel={onCancel} back={{ label: "Use another way", onClick: form.toWays }} />
        </Stack>
      );
  }
}

interface StepProps {
  readonly form: StepUpForm;
  readonly choice: StepUpChoice;
  readonly onCancel: () => void;
}

function PasswordStep({ form, choice, onCancel }: StepProps): ReactNode {
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (password.trim() !== "" && !form.isBusy) form.check({ password: password.trim() });
  };
  const another = { label: "Use another way", onClick: form.toWays };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{WHY} Enter your password to go on.</Text>
        <PasswordInput
          {...OWN_ESCAPE}
          label="Password"
          name="password"
          autoComplete="current-password"
          data-autofocus
          autoFocus
          value={password}
          error={form.error}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Actions
          onCancel={onCancel}
          submit={form.isBusy}
          {...(otherWays(choice) > 0 ? { back: another } : {})}
        />
      </Stack>
    </form>
  );
}

function WaysStep({ form, choice, onCancel }: StepProps): ReactNode {
  return (
    <Stack gap="md">
      <Text>{WHY} Choose how to verify your identity.</Text>
      {form.error !== undefined && (
        <Alert color="red" role="alert">
          {form.error}
        </Alert>
      )}
      <Stack gap="xs">
        {choice.tfa?.methods.map(({ type, title, value }) => (
          <Button
            {...OWN_ESCAPE}
            key={type}
            variant="default"
            disabled={form.isBusy}
            onClick={() => form.chooseMethod(type)}
          >
            {value === "" ? title : `${title}: ${value}`}
          </Button>
        ))}
        {choice.providers.map((name) => (
          <Button
            key={name}
            variant="default"
            disabled={form.isBusy}
            onClick={() => form.chooseProvider(name)}
          >
            Continue with {PROVIDER_TITLES[name]}
          </Button>
        ))}
      </Stack>
      <Actions
        onCancel={onCancel}
        {...(choice.password ? { back: { label: "Use the password", onClick: form.toPassword } } : {})}
      />
    </Stack>
  );
}

function CodeStep({ form, choice, sent, onCancel }: StepProps & { readonly sent: TfaSent }): ReactNode {
  const [code, setCode] = useState("");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === "" || form.isBusy || !choice.tfa) return;
    form.check({ tfa_token: choice.tfa.tfa_token, type: sent.type, code: code.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{sent.description}</Text>
        <TextInput
          {...OWN_ESCAPE}
          label={sent.type === "recovery" ? "Recovery code" : "One-time code"}
          name="code"
          autoComplete="one-time-code"
          inputMode={sent.type === "recovery" ? "text" : "numeric"}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          error={form.error}
          onChange={(event) => setCode(event.target.value)}
        />
        <Actions
          onCancel={onCancel}
          submit={form.isBusy}
          back={{ label: "Use another way", onClick: form.toWays }}
        />
      </Stack>
    </form>
  );
}

interface ActionsProps {
  readonly onCancel: () => void;
  /** Whether it runs; left out where there is nothing to submit. */
  readonly submit?: boolean;
  readonly back?: { readonly label: string; readonly onClick: () => void };
}

function Actions({ onCancel, submit, back }: ActionsProps): ReactNode {
  return (
    <Group justify="space-between" gap="sm">
      {back ? (
        <Button {...OWN_ESCAPE} variant="subtle" px="xs" onClick={back.onClick}>
          {back.label}
        </Button>
      ) : (
        <span />
      )}
      <Group gap="xs" ml="auto">
        <Button {...OWN_ESCAPE} variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {submit !== undefined && (
          <Button {...OWN_ESCAPE} type="submit" loading={submit}>
            Confirm
          </Button>
        )}
      </Group>
    </Group>
  );
}
