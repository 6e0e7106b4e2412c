import { createStore, type StoreApi } from "zustand/vanilla";
import type { AuthStorage } from "../../platform/storage/auth-storage.ts";
import { findAccount, type StoredAccount } from "../../platform/storage/stored-accounts.ts";

export interface AccountsState {
  readonly list: readonly StoredAccount[];
  readonly currentId: number | null;
  readonly switching: boolean;
  readonly isGoogleLogin: boolean;
  readonly isMicrosoftLogin: boolean;
}

export interface AccountStore extends StoreApi<AccountsState> {
  /** Takes over what this browser has stored, also when another tab stored it. */
  sync(): void;
  setSwitching(switching: boolean): void;
}

function read(auth: AuthStorage): Omit<AccountsState, "switching"> {
  const accounts = auth.accounts();
  const { isGoogleLogin = false, isMicrosoftLogin = false } = findAccount(accounts, accounts.currentId) ?? {};
  return { ...accounts, isGoogleLogin, isMicrosoftLogin };
}

export function createAccountStore(auth: AuthStorage): AccountStore {
  const store = createStore<AccountsState>()(() => ({ ...read(auth), switching: false }));
  return Object.assign(store, {
    sync: () => store.setState(read(auth)),
    setSwitching: (switching: boolean) => store.setState({ switching }),
  });
}
