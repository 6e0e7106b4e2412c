import type { ReactNode } from "react";
import { AuthButton } from "../auth-parts.tsx";
import { PROVIDER_TITLES, type ProviderName } from "./oidc-redirect.ts";
import classes from "./sign-in.module.css";

export interface SocialButtonsProps {
  readonly offered: readonly ProviderName[];
  readonly pending: ProviderName | undefined;
  readonly onChoose: (name: ProviderName) => void;
}

export function SocialButtons({ offered, pending, onChoose }: SocialButtonsProps): ReactNode {
  if (offered.length === 0) return null;
  return (
    <>
      <p className={classes.divider}>
        <span>or</span>
      </p>
      <div className={classes.social}>
        {offered.map((name) => (
          <AuthButton
            key={name}
            kind="secondary"
            isBusy={pending === name}
            disabled={pending !== undefined}
            onClick={() => onChoose(name)}
            aria-label={`Sign in with ${PROVIDER_TITLES[name]}`}
          >
            <span className={classes.mark} data-provider={name} />
            {PROVIDER_TITLES[name]}
          </AuthButton>
        ))}
      </div>
    </>
  );
}
