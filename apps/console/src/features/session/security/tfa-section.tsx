import { Button } from "@mantine/core";
import type { TfaEnrollment, TfaMethod, TfaSettings } from "@offhook/contract";
import { ListSkeleton, LoadError, useLoadingShown } from "@offhook/ui";
import { KeyRound, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { failureText } from "../../../platform/api/api-failure.ts";
import { useQuery, useQueryClient } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePushEvent } from "../../../platform/push/push-context.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import classes from "./security-panel.module.css";
import { SecuritySection } from "./security-section.tsx";
import { type EnrollableType, SmsNumberForm, TfaConfirmation } from "./tfa-enrollment.tsx";
import { useAction } from "./use-action.ts";

const KEY = ["session", "tfa"];
const ADD_TITLES: Readonly<Record<EnrollableType, string>> = {
  app: "Add an authenticator app",
  email: "Add codes by email",
  sms: "Add codes by text message",
};

type Step =
  | { readonly name: "overview" }
  | { readonly name: "number" }
  | { readonly name: "confirm"; readonly type: EnrollableType; readonly enrollment: TfaEnrollment }
  | { readonly name: "codes"; readonly codes: readonly string[] };

export function TfaSection(): ReactNode {
  const { client } = usePlatform();
  const queries = useQueryClient();
  const settings = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.getTfaSettings({}, { signal }),
  });
  const [step, setStep] = useState<Step>({ name: "overview" });
  const reload = (): void => void queries.invalidateQueries({ queryKey: KEY });
  usePushEvent("TFA_CHANGED", reload);
  const toOverview = (): void => {
    setStep({ name: "overview" });
    reload();
  };
  const enroll = async (type: EnrollableType, value?: string): Promise<void> => {
    const enrollment = await client.enrollTfa({ body: value === undefined ? { type } : { type, value } });
    setStep({ name: "confirm", type, enrollment });
  };

  const isLoading = useLoadingShown(settings.isPending);
  return (
    <SecuritySection
      title="Two-factor authentication"
      text="A second step besides your password when you sign in."
    >
      {isLoading && <ListSkeleton rows={2} />}
      {!isLoading && settings.isError && (
        <LoadError onRetry={() => void settings.refetch()} isRetrying={settings.isFetching}>
          {failureText(settings.error)}
        </LoadError>
      )}
      {step.name === "overview" && !isLoading && settings.data && (
        <Overview settings={settings.data} onAdd={enroll} onStep={setStep} onChanged={toOverview} />
      )}
      {step.name === "number" && (
        <SmsNumberForm onStart={(number) => enroll("sms", number)} onCancel={toOverview} />
      )}
      {step.name === "confirm" && (
        <TfaConfirmation
          type={step.type}
          enrollment={step.enrollment}
          onConfirmed={(codes) => (codes.length > 0 ? setStep({ name: "codes", codes }) : toOverview())}
          onCancel={toOverview}
        />
      )}
      {step.name === "codes" && <RecoveryCodes codes={step.codes} onDone={toOverview} />}
    </SecuritySection>
  );
}

interface OverviewProps {
  readonly settings: TfaSettings;
  readonly onAdd: (type: EnrollableType) => Promise<void>;
  readonly onStep: (step: Step) => void;
  readonly onChanged: () => void;
}

function Overview({ settings, onAdd, onStep, onChanged }: OverviewProps): ReactNode {
  const { client } = usePlatform();
  const { isBusy, run } = useAction();
  const { methods, recovery_codes_left: codesLeft } = settings;
  const own = methods.filter(({ type }) => type !== "recovery");
  const addable = (Object.keys(ADD_TITLES) as EnrollableType[]).filter(
    (type) => !own.some((method) => method.type === type),
  );
  const remove = (type: EnrollableType): void =>
    void run(async () => {
      await client.removeTfa({ query: { type } });
      onChanged();
    });
  const renewCodes = (): void =>
    void run(async () => {
      const { recovery_codes: codes } = await client.renewRecoveryCodes();
      onStep({ name: "codes", codes });
    });

  return (
    <>
      <ul className={classes.list}>
        {own.map((method) => (
          <MethodRow
            key={method.type}
            method={method}
            isBusy={isBusy}
            onRemove={() => remove(method.type as EnrollableType)}
          />
        ))}
        {own.length > 0 && (
          <li className={classes.row}>
            <KeyRound size={20} aria-hidden="true" />
            <span className={classes.words}>
              <strong>Recovery codes</strong>
              <span>{codesLeft === 1 ? "1 code left" : `${codesLeft} codes left`}</span>
            </span>
            <Button variant="subtle" size="xs" disabled={isBusy} onClick={renewCodes}>
              Generate new codes
            </Button>
          </li>
        )}
      </ul>
      <div className={classes.actions}>
        {addable.map((type) => (
          <Button
            key={type}
            variant="default"
            disabled={isBusy}
            onClick={() => (type === "sms" ? onStep({ name: "number" }) : void run(() => onAdd(type)))}
          >
            {ADD_TITLES[type]}
          </Button>
        ))}
      </div>
    </>
  );
}

interface MethodRowProps {
  readonly method: TfaMethod;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

function MethodRow({ method, isBusy, onRemove }: MethodRowProps): ReactNode {
  return (
    <li className={classes.row}>
      <ShieldCheck size={20} aria-hidden="true" />
      <span className={classes.words}>
        <strong>{method.title}</strong>
        {method.value !== "" && <span>{method.value}</span>}
      </span>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        disabled={isBusy}
        aria-label={`Remove ${method.title}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  );
}
