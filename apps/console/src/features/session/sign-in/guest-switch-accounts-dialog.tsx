import "@offhook/ui/styles.css";
import { OffhookTheme } from "@offhook/ui";
import type { ReactNode } from "react";
import { SwitchAccountsDialog, type SwitchAccountsDialogProps } from "../switch-accounts-dialog.tsx";

/** Brings the theme along, which pages before the sign-in do without. */
export function GuestSwitchAccountsDialog(props: SwitchAccountsDialogProps): ReactNode {
  return (
    <OffhookTheme theme="systemDefault" background="whiteSmoke">
      <SwitchAccountsDialog {...props} />
    </OffhookTheme>
  );
}
