import type { StepUpProof, StepUpRequest, TfaType } from "@offhook/contract";
import { useEffect, useRef, useState } from "react";
import { ApiFailure, failureText } from "../../../platform/api/api-failure.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { randomText } from "../../../platform/random-text.ts";
import {
  askOidc,
  oidcAddress,
  PROVIDER_TITLES,
  type ProviderName,
  redirectUri,
} from "../sign-in/oidc-redirect.ts";
import { windowState } from "./provider-answer.ts";
import { openProviderWindow, type ProviderWindow } from "./provider-window.ts";
import { firstStep, type StepUpStep } from "./step-up-flow.ts";

const STATE_BYTES = 24;
/** Asks again who it is, where the provider would answer without a word. */
const PROMPTS: Readonly<Record<ProviderName, string>> = { google: "select_account", microsoft: "login" };
/** The codes that were asked for are of no more use: the choice has to be made anew. */
const OVER: readonly unknown[] = ["tfa.proofExpired", "tfa.proofEnded"];

export interface StepUpForm {
  readonly step: StepUpStep;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly check: (request: StepUpRequest) => void;
  readonly chooseMethod: (type: TfaType) => void;
  readonly chooseProvider: (name: ProviderName) => void;
  readonly toWays: () => void;
  readonly toPassword: () => void;
}

/** The steps of confirming that it is you, and what each of them may do. */
export function useStepUp(onProved: (proof: StepUpProof) => void): StepUpForm {
  const { browser, client, config } = usePlatform();
  const [step, setStep] = useState<StepUpStep>({ name: "loading" });
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const opened = useRef<ProviderWindow>(undefined);

  const begin = async (): Promise<void> => {
    try {
      setStep(firstStep(await client.beginStepUp()));
    } catch (failure) {
      setStep({ name: "failed", text: failureText(failure) });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens.
  useEffect(() => {
    void begin();
    return () => opened.current?.cancel();
  }, []);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setError(undefined);
    setIsBusy(true);
    try {
      await work();
    } catch (failure) {
      setError(failureText(failure));
      if (failure instanceof ApiFailure && OVER.includes(failure.code)) await begin();
    } finally {
      setIsBusy(false);
    }
  };
  const go = (next: (choice: ChoiceOf<StepUpStep>) => StepUpStep) => (): void => {
    setError(undefined);
    opened.current?.cancel();
    if ("choice" in step) setStep(next(step.choice));
  };
  const toWays = go((choice) => ({ name: "ways", choice }));

  const askProvider = async (name: ProviderName, choice: ChoiceOf<StepUpStep>): Promise<void> => {
    const provider = config[name];
    if (!provider) return setError(`${PROVIDER_TITLES[name]} does not answer right now. Please try again.`);
    const question = askOidc(windowState(randomText(STATE_BYTES)));
    const address = oidcAddress(provider, browser.origin, question, { prompt: PROMPTS[name] });
    const asked = openProviderWindow(question.state, address);
    if (!asked) return setError("Your browser did not open a window. Allow it for this page and try again.");
    opened.current = asked;
    setStep({ name: "provider", choice, provider: name });
    const code = await asked.code;
    opened.current = undefined;
    setStep({ name: "ways", choice });
    if (code === undefined) return;
    await attempt(async () => {
      const { nonce, verifier: code_verifier } = question;
      const redirect_uri = redirectUri(browser.origin);
      const body = { provider: name, code, nonce, code_verifier, redirect_uri };
      onProved(await client.checkStepUp({ body }));
    });
  };

  return {
    step,
    error,
    isBusy,
    check: (body) => void attempt(async () => onProved(await client.checkStepUp({ body }))),
    chooseMethod: (type) =>
      void attempt(async () => {
        if (step.name !== "ways" || !step.choice.tfa) return;
        const sent = await client.tfaSend({ body: { tfa_token: step.choice.tfa.tfa_token, type } });
        setStep({ name: "code", choice: step.choice, sent });
      }),
    chooseProvider: (name) => {
      if ("choice" in step) void askProvider(name, step.choice);
    },
    toWays,
    toPassword: go((choice) => ({ name: "password", choice })),
  };
}

type ChoiceOf<Step> = Step extends { readonly choice: infer Choice } ? Choice : never;
