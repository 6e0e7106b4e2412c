import type { ReactNode } from "react";
import { PasswordSection } from "./password-section.tsx";
import classes from "./security-panel.module.css";
import { SessionsSection } from "./sessions-section.tsx";
import { TfaSection } from "./tfa-section.tsx";

/** Password, second factors and signed-in devices of the user. Stands alone, for the settings page to mount. */
export function SecurityPanel(): ReactNode {
  return (
    <div className={classes.panel}>
      <PasswordSection />
      <TfaSection />
      <SessionsSection />
    </div>
  );
}
