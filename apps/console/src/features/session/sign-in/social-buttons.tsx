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
            {name === "google" ? <GoogleMark /> : <OfficeMark />}
            {PROVIDER_TITLES[name]}
          </AuthButton>
        ))}
      </div>
    </>
  );
}

function GoogleMark(): ReactNode {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path
        fill="#4285f4"
        d="M17.6 9.2 17.5 7.5H9V11h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9a8.8 8.8 0 0 0 2.7-6.7z"
      />
      <path fill="#34a853" d="M9 18a8.6 8.6 0 0 0 6-2.2l-3-2.2a5.4 5.4 0 0 1-8-2.9H1V13a9 9 0 0 0 8 5z" />
      <path fill="#fbbc05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8z" />
      <path fill="#ea4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3A5.4 5.4 0 0 1 9 3.6z" />
    </svg>
  );
}

function OfficeMark(): ReactNode {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true">
      <path fill="#f25022" d="M1 1h7.5v7.5H1z" />
      <path fill="#7fba00" d="M9.5 1H17v7.5H9.5z" />
      <path fill="#00a4ef" d="M1 9.5h7.5V17H1z" />
      <path fill="#ffb900" d="M9.5 9.5H17V17H9.5z" />
    </svg>
  );
}
