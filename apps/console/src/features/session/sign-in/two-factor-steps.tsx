import type { ReactNode } from "react";
import { CodeStep } from "./code-step.tsx";
import { MethodStep } from "./method-step.tsx";
import type { SignIn } from "./use-sign-in.ts";

export interface TwoFactorStepsProps {
  readonly flow: SignIn;
  readonly isBusy: boolean;
}

/** What follows the password for users with a second factor. */
export function TwoFactorSteps({ flow, isBusy }: TwoFactorStepsProps): ReactNode {
  const { step, error } = flow;
  if (step.name === "credentials") return null;
  return step.name === "method" ? (
    <MethodStep
      tfa={step.tfa}
      error={error}
      isBusy={isBusy}
      onChoose={flow.chooseMethod}
      onCancel={flow.cancel}
    />
  ) : (
    <CodeStep
      code={step.code}
      error={error}
      isBusy={isBusy}
      onSubmit={flow.checkCode}
      onBack={flow.back}
      onCancel={flow.cancel}
    />
  );
}
