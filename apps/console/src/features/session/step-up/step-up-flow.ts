import type { StepUpChoice, TfaSent } from "@offhook/contract";
import type { ProviderName } from "../sign-in/oidc-redirect.ts";

/**
 *     loading ──offered──▶ password ◀──────▶ ways ──▶ code
 *                    └───────(no password)────▲ └──▶ provider
 */
export type StepUpStep =
  | { readonly name: "loading" }
  /** The question itself could not be asked. */
  | { readonly name: "failed"; readonly text: string }
  | { readonly name: "password"; readonly choice: StepUpChoice }
  | { readonly name: "ways"; readonly choice: StepUpChoice }
  | { readonly name: "code"; readonly choice: StepUpChoice; readonly sent: TfaSent }
  | { readonly name: "provider"; readonly choice: StepUpChoice; readonly provider: ProviderName };

const NO_WAY =
  "Your account has neither a password nor a second factor to verify your identity. Ask your administrator for help.";

/** How many ways there are besides the password. */
export function otherWays({ tfa, providers }: StepUpChoice): number {
  return (tfa?.methods.length ?? 0) + providers.length;
}

export function firstStep(choice: StepUpChoice): StepUpStep {
  if (choice.password) return { name: "password", choice };
  return otherWays(choice) > 0 ? { name: "ways", choice } : { name: "failed", text: NO_WAY };
}
