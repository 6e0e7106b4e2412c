import type { TfaType } from "@offhook/contract";
import { useReducer, useState } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { SignInError, type SignInResult } from "../session.ts";
import { useSession } from "../session-context.tsx";
import { codeOnItsWay, FIRST_STEP, type SignInStep, stepSignIn } from "./sign-in-flow.ts";
import { signInText } from "./sign-in-text.ts";

export interface SignIn {
  readonly step: SignInStep;
  readonly error: string | undefined;
  readonly showError: (text: string) => void;
  /** Settles when the password has been judged, whatever the outcome. */
  readonly signIn: (username: string, password: string) => Promise<void>;
  /** Goes on with what a sign-in of another kind came to. */
  readonly take: (result: SignInResult) => void;
  readonly chooseMethod: (type: TfaType) => void;
  readonly checkCode: (code: string) => void;
  readonly back: () => void;
  readonly cancel: () => void;
}

/** The steps of a sign-in and what each of them may do. */
export function useSignIn(): SignIn {
  const { browser, client } = usePlatform();
  const session = useSession();
  const [step, dispatch] = useReducer(stepSignIn, FIRST_STEP);
  const [error, setError] = useState<string>();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setError(undefined);
    session.state.setNotice(null);
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
  const leave = (type: "back" | "cancel") => (): void => {
    setError(undefined);
    dispatch({ type });
  };
  return {
    step,
    error,
    showError: setError,
    signIn: (username, password) => attempt(async () => take(await session.signIn(username, password))),
    take,
    chooseMethod: (type) =>
      void attempt(async () => {
        if (step.name !== "method") return;
        const code = codeOnItsWay(step.codes, type, browser.clock.now()) ?? {
          sent: await client.tfaSend({ body: { tfa_token: step.tfa.tfa_token, type } }),
          at: browser.clock.now(),
        };
        dispatch({ type: "codeSent", code });
      }),
    checkCode: (code) =>
      void attempt(async () => {
        if (step.name === "code") await session.checkCode(step.tfa, step.code.sent.type, code);
      }),
    back: leave("back"),
    cancel: leave("cancel"),
  };
}
