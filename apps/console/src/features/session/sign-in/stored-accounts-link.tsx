import { type ReactNode, useState } from "react";
import { latePart } from "../../../platform/rendering/late.tsx";
import { isSignedIn } from "../../../platform/storage/stored-accounts.ts";
import classes from "../auth.module.css";
import { useAccounts } from "../session-context.tsx";

// Few come here with accounts that are still signed in; the others need not load a dialog.
const SwitchAccountsDialog = latePart(
  () => import("./guest-switch-accounts-dialog.tsx"),
  "GuestSwitchAccountsDialog",
);

/** The way back for users who came here only to add an account. */
export function StoredAccountsLink(): ReactNode {
  const hasSignedIn = useAccounts(({ list }) => list.some(isSignedIn));
  const [isOpen, setIsOpen] = useState(false);
  if (!hasSignedIn) return null;
  return (
    <>
      <button type="button" className={`${classes.link} ${classes.aside}`} onClick={() => setIsOpen(true)}>
        Use a signed-in account
      </button>
      {isOpen && <SwitchAccountsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
