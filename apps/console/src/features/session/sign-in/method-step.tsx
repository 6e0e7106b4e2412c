import type { TfaMethod, TfaRequired, TfaType } from "@offhook/contract";
import { ChevronRight, KeyRound, type LucideIcon, Mail, MessageSquareText, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { AuthAlert, AuthButton, AuthHeading } from "../auth-parts.tsx";
import classes from "./sign-in.module.css";

const ICONS: Readonly<Record<TfaType, LucideIcon>> = {
  app: Smartphone,
  email: Mail,
  sms: MessageSquareText,
  recovery: KeyRound,
};

export interface MethodStepProps {
  readonly tfa: TfaRequired;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onChoose: (type: TfaType) => void;
  readonly onCancel: () => void;
}

export function MethodStep({ tfa, error, isBusy, onChoose, onCancel }: MethodStepProps): ReactNode {
  return (
    <>
      <AuthHeading title={tfa.title}>{tfa.description}</AuthHeading>
      <AuthAlert>{error}</AuthAlert>
      <ul className={classes.choices} aria-label="Verify your identity">
        {tfa.methods.map((method) => (
          <li key={method.type}>
            <MethodButton method={method} isDisabled={isBusy} onClick={() => onChoose(method.type)} />
          </li>
        ))}
      </ul>
      <AuthButton kind="quiet" onClick={onCancel}>
        Cancel
      </AuthButton>
    </>
  );
}

interface MethodButtonProps {
  readonly method: TfaMethod;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

function MethodButton({ method, isDisabled, onClick }: MethodButtonProps): ReactNode {
  const Icon = ICONS[method.type];
  return (
    <button type="button" className={classes.choice} disabled={isDisabled} onClick={onClick}>
      <span className={classes.choiceIcon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <span className={classes.choiceText}>
        <strong>{method.title}</strong>
        <span>{method.value || method.description}</span>
      </span>
      <ChevronRight size={18} aria-hidden="true" />
    </button>
  );
}
