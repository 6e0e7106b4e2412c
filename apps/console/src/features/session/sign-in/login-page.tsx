import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { latePart } from "../../../platform/rendering/late.tsx";
import { AuthAlert, AuthHeading } from "../auth-parts.tsx";
import { useSessionState } from "../session-context.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { DemoAccounts } from "./demo-accounts.tsx";
import { SocialButtons } from "./social-buttons.tsx";
import { StoredAccountsLink } from "./stored-accounts-link.tsx";
import { useProviderSignIn } from "./use-provider-sign-in.ts";
import { useSignIn } from "./use-sign-in.ts";

// Most sign-ins end with the password.
const TwoFactorSteps = latePart(() => import("./two-factor-steps.tsx"), "TwoFactorSteps");

export function LoginPage(): ReactNode {
  const { config } = usePlatform();
  const isBusy = useSessionState((state) => state.busy);
  const notice = useSessionState((state) => state.notice) ?? undefined;
  const search = useSearch({ from: "/guest/login" });
  const navigate = useNavigate();
  const flow = useSignIn();
  const provider = useProviderSignIn({
    callback: search,
    onResult: flow.take,
    onError: flow.showError,
    onCallbackRead: () => void navigate({ to: "/login", replace: true }),
  });

  if (flow.step.name !== "credentials") {
    return <TwoFactorSteps flow={flow} isBusy={isBusy} />;
  }
  const isLoading = isBusy || provider.pending !== undefined;
  return (
    <>
      <AuthHeading title="Sign in">Good to see you again.</AuthHeading>
      <AuthAlert>{flow.error ?? notice}</AuthAlert>
      <CredentialsForm
        key={search.username ?? ""}
        initialUsername={search.username ?? ""}
        isBusy={isLoading}
        onSubmit={flow.signIn}
      />
      <SocialButtons offered={provider.offered} pending={provider.pending} onChoose={provider.begin} />
      <StoredAccountsLink />
      {config.demo && <DemoAccounts demo={config.demo} isBusy={isLoading} onChoose={flow.signIn} />}
    </>
  );
}
