import { Button, Loader, Modal } from "@mantine/core";
import { Avatar } from "@offhook/ui";
import { useNavigate } from "@tanstack/react-router";
import { Check, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isSignedIn, type StoredAccount } from "../../platform/storage/stored-accounts.ts";
import { useAccounts, useSession } from "./session-context.tsx";
import { accountName } from "./stored-account-of.ts";
import classes from "./switch-accounts-dialog.module.css";

export interface SwitchAccountsDialogProps {
  readonly isOpen?: boolean;
  readonly onClose: () => void;
  /** Asks before the current account is left; without it nobody is asked. */
  readonly mayLeave?: () => Promise<boolean>;
}

/** Every account this browser knows: the current one, those a click away, and those that have to sign in again. */
export function SwitchAccountsDialog({
  isOpen = true,
  onClose,
  mayLeave = async () => true,
}: SwitchAccountsDialogProps): ReactNode {
  const session = useSession();
  const navigate = useNavigate();
  const { list, currentId, switching } = useAccounts((state) => state);
  const [chosenId, setChosenId] = useState<number>();

  const signInAnew = async (username?: string): Promise<void> => {
    if (!(await mayLeave())) return;
    await session.addAccount();
    onClose();
    await navigate({ to: "/login", search: username === undefined ? {} : { username } });
  };
  const choose = async (account: StoredAccount): Promise<void> => {
    if (account.id === currentId) return onClose();
    if (!isSignedIn(account)) return signInAnew(account.username);
    if (!(await mayLeave())) return;
    setChosenId(account.id);
    if (await session.switchTo(account.id)) onClose();
  };

  return (
    <Modal opened={isOpen} onClose={onClose} title="Switch Accounts" size={440}>
      <ul className={classes.list}>
        {list.map((account) => (
          <li key={account.id} className={classes.row}>
            <AccountButton
              account={account}
              isCurrent={account.id === currentId}
              isOpening={switching && account.id === chosenId}
              isDisabled={switching}
              onClick={() => void choose(account)}
            />
            {!isSignedIn(account) && (
              <button
                type="button"
                className={classes.forget}
                aria-label={`Remove ${accountName(account)}`}
                onClick={() => session.forgetAccount(account.id)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {currentId !== null && (
        <Button
          fullWidth
          variant="default"
          leftSection={<Plus size={16} aria-hidden="true" />}
          disabled={switching}
          onClick={() => void signInAnew()}
        >
          Add another account
        </Button>
      )}
    </Modal>
  );
}

interface AccountButtonProps {
  readonly account: StoredAccount;
  readonly isCurrent: boolean;
  readonly isOpening: boolean;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

function AccountButton({
  account,
  isCurrent,
  isOpening,
  isDisabled,
  onClick,
}: AccountButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={classes.account}
      aria-current={isCurrent}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Avatar name={accountName(account)} seed={String(account.id)} size={40} isDecorative />
      <span className={classes.words}>
        <strong>{accountName(account)}</strong>
        <span>{account.company}</span>
        <span className={classes.state}>{stateText(account, isCurrent)}</span>
      </span>
      {isOpening && <Loader size="xs" aria-label="Switching" />}
      {isCurrent && <Check size={18} aria-hidden="true" />}
    </button>
  );
}

function stateText(account: StoredAccount, isCurrent: boolean): string {
  if (isCurrent) return "Current account";
  return isSignedIn(account) ? "Signed in" : "Signed out";
}
