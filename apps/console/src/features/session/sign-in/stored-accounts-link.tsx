import { lazy, type ReactNode, Suspense, useState } from "react";
import { isSignedIn } from "../../../platform/stored-accounts.ts";
import classes from "../auth.module.css";
import { useAccounts } from "../session-context.tsx";

// Few come here with accounts that are still signed in; the others need not load a dialog.
const SwitchAccountsDialog = lazy(async () => {
  const { GuestSwitchAccountsDialog } = await import("./guest-switch-accounts-dialog.tsx");
  return { default: GuestSwitchAccountsDialog };
});

/** The way back for who came here only to add an account. */
export function StoredAccountsLink(): ReactNode {
  const hasSignedIn = useAccounts(({ list }) => list.some(isSignedIn));
  const [isOpen, setIsOpen] = useState(false);
  if (!hasSignedIn) return null;
  return (
    <>
      <button type="button" className={`${classes.link} ${classes.aside}`} onClick={() => setIsOpen(true)}>
        Use an account that is signed in
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SwitchAccountsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
