import type { TfaType } from "@offhook/contract";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useReducer, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import classes from "../auth.module.css";
import { AuthAlert, AuthHeading } from "../auth-parts.tsx";
import { SignInError, type SignInResult } from "../session.ts";
import { useSession, useSessionState } from "../session-context.tsx";
import { CodeStep } from "./code-step.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { DemoAccounts } from "./demo-accounts.tsx";
import { MethodStep } from "./method-step.tsx";
import type { CallbackQuery } from "./oidc-redirect.ts";
import { FIRST_STEP, stepSignIn } from "./sign-in-flow.ts";
import { signInText } from "./sign-in-text.ts";
import { SocialButtons } from "./social-buttons.tsx";
import { StoredAccountsLink } from "./stored-accounts-link.tsx";
import { useProviderSignIn } from "./use-provider-sign-in.ts";

export interface LoginSearch extends CallbackQuery {
  /** Fills in the name of an account that has to sign in again. */
  readonly username?: string | undefined;
}

export function LoginPage(): ReactNode {
  const { browser, client, config } = usePlatform();
  const session = useSession();
  const isBusy = useSessionState((state) => state.busy);
  const search: LoginSearch = useSearch({ from: "/guest/login" });
  const navigate = useNavigate();
  const [step, dispatch] = useReducer(stepSignIn, FIRST_STEP);
  const [error, setError] = useState<string>();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      setError(signInText(failure));
      // The password and the code were right, but the sign-in is over: its two-factor data is of no more use.
      if (failure instanceof SignInError) dispatch({ type: "cancel" });
    }
  };
  const take = (result: SignInResult): void => {
    if (result.kind === "tfa") dispatch({ type: "tfaRequired", tfa: result.tfa });
  };
  const provider = useProviderSignIn({
    callback: search,
    onResult: take,
    onError: setError,
    onCallbackRead: () => void navigate({ to: "/login", replace: true }),
  });
  const signIn = (username: string, password: string): void =>
    void attempt(async () => take(await session.signIn(username, password)));
  const cancel = (): void => {
    setError(undefined);
    dispatch({ type: "cancel" });
  };

  if (step.name === "method") {
    const choose = async (type: TfaType): Promise<void> => {
      const sent = await client.tfaSend({ body: { tfa_token: step.tfa.tfa_token, type } });
      dispatch({ type: "codeSent", sent, at: browser.clock.now() });
    };
    return (
      <MethodStep
        tfa={step.tfa}
        error={error}
        isBusy={isBusy}
        onChoose={(type) => void attempt(() => choose(type))}
        onCancel={cancel}
      />
    );
  }
  if (step.name === "code") {
    return (
      <CodeStep
        sent={step.sent}
        sentAt={step.sentAt}
        error={error}
        isBusy={isBusy}
        onSubmit={(code) => void attempt(() => session.checkCode(step.tfa, step.sent.type, code))}
        onBack={() => {
          setError(undefined);
          dispatch({ type: "back" });
        }}
        onCancel={cancel}
      />
    );
  }
  return (
    <>
      <AuthHeading title="Sign in">Welcome back. Your calls and messages are waiting.</AuthHeading>
      <AuthAlert>{error}</AuthAlert>
      <CredentialsForm
        key={search.username ?? ""}
        initialUsername={search.username ?? ""}
        isBusy={isBusy || provider.pending !== undefined}
        onSubmit={signIn}
      />
      <SocialButtons offered={provider.offered} pending={provider.pending} onChoose={provider.begin} />
      <StoredAccountsLink />
      {config.demo && <DemoAccounts demo={config.demo} isBusy={isBusy} onChoose={signIn} />}
      <p className={classes.srOnly} role="status">
        {isBusy ? "Signing in" : ""}
      </p>
    </>
  );
}
