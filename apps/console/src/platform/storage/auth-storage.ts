import type { ApiError } from "@offhook/contract";
import type { KeyValueStore } from "./key-value-store.ts";
import { readJson } from "./key-value-store.ts";
import { KEPT_ON_SIGN_OUT, refreshTokenKey, STORAGE_KEYS, type Strategy, tokenKey } from "./storage-keys.ts";
import {
  accountsFrom,
  addAccount,
  blankAccount,
  changeAccount,
  findAccount,
  removeAccount,
  type StoredAccount,
  type StoredAccounts,
  withoutPrefix,
} from "./stored-accounts.ts";

export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** The account this tab is signed in with; unknown from the moment of sign-in until the profile has come. */
export interface Credentials extends Tokens {
  readonly strategy: Strategy;
  readonly accountId: number | null;
}

/** A sign-in that failed, or a session that was ended, for whoever looks for the cause later. */
export interface AuthError {
  readonly at: number;
  readonly code: ApiError["code"] | null;
  readonly message: string;
}

const STRATEGIES: readonly string[] = ["local", "google", "microsoft"] satisfies Strategy[];

function strategyFrom(value: string | null): Strategy {
  return STRATEGIES.includes(value ?? "") ? (value as Strategy) : "local";
}

/**
 * The tokens of this tab and the accounts of this browser, under the keys of the specification.
 *
 * A tab holds on to its own account: when another tab switches, requests of this one must not go out with the
 * new account's token while its screens still show the old one.
 */
export class AuthStorage {
  readonly #store: KeyValueStore;
  #current: Credentials | undefined;
  #epoch = 0;

  constructor(store: KeyValueStore) {
    this.#store = store;
    this.#current = this.#readCurrent();
  }

  /** The tokens of another account of this browser, to try them without becoming it. */
  static ofAccount(store: KeyValueStore, account: StoredAccount): AuthStorage {
    const auth = new AuthStorage(store);
    auth.#current = { ...tokensOf(account), strategy: strategyOf(account), accountId: account.id };
    return auth;
  }

  get current(): Credentials | undefined {
    return this.#current;
  }

  /** Changes when this tab becomes someone else, or no one. What was asked before must not be answered after. */
  get epoch(): number {
    return this.#epoch;
  }

  accounts(): StoredAccounts {
    return accountsFrom(readJson(this.#store, STORAGE_KEYS.accounts));
  }

  /** Handed in at the next sign-in; kept when signing out. */
  get lastRefreshToken(): string | null {
    return this.#store.get(STORAGE_KEYS.refreshToken);
  }

  get lastError(): AuthError | undefined {
    const stored = readJson(this.#store, STORAGE_KEYS.lastAuthError);
    const isError = typeof stored === "object" && stored !== null && "message" in stored && "at" in stored;
    return isError ? (stored as AuthError) : undefined;
  }

  noteError(error: AuthError): void {
    this.#store.set(STORAGE_KEYS.lastAuthError, JSON.stringify(error));
  }

  /** After a sign-in or a switch. */
  install(credentials: Credentials): void {
    this.#removeTokens();
    this.#become(credentials);
    this.#store.set(STORAGE_KEYS.strategy, credentials.strategy);
    this.#writeTokens(credentials);
    const { accountId } = credentials;
    if (accountId !== null) this.#saveAccounts({ ...this.accounts(), currentId: accountId });
  }

  /** The profile has come: the tokens now belong to a named account. */
  nameAccount(account: StoredAccount): void {
    if (!this.#current) return;
    this.#current = { ...this.#current, accountId: account.id };
    this.#saveAccounts({ ...addAccount(this.accounts(), account), currentId: account.id });
  }

  /** After a refresh. Another tab may have switched meanwhile, so only the own account's tokens are touched. */
  replaceTokens(tokens: Tokens): void {
    const current = this.#current;
    if (!current) return;
    this.#current = { ...current, ...tokens };
    const accounts = this.accounts();
    const { accountId } = current;
    if (accountId !== null) this.#saveAccounts(changeAccount(accounts, accountId, { ...tokens }));
    if (accountId === null || accounts.currentId === accountId) this.#writeTokens({ ...current, ...tokens });
  }

  /** What the store says of this tab's account now; another tab may have refreshed or signed out. */
  reread(): Credentials | undefined {
    const current = this.#current;
    if (!current) return undefined;
    const accounts = this.accounts();
    const account = findAccount(accounts, current.accountId);
    if (account && accounts.currentId !== current.accountId) {
      this.#current = account.token === "" ? undefined : { ...current, ...tokensOf(account) };
    } else {
      const stored = this.#readCurrent();
      this.#current = stored && { ...stored, accountId: current.accountId };
    }
    return this.#current;
  }

  /** Signs this browser out of the account: its tokens go, its name and all other accounts stay. */
  signOut(): void {
    const mine = this.#current;
    const accounts = this.accounts();
    const blanked = mine?.accountId == null ? accounts : blankAccount(accounts, mine.accountId);
    const isStillCurrent = this.#storeIsOn(mine);
    this.#become(undefined);
    this.#saveAccounts(isStillCurrent ? { ...blanked, currentId: null } : blanked);
    if (!isStillCurrent) return;
    for (const key of this.#store.keys()) if (!KEPT_ON_SIGN_OUT.has(key)) this.#store.remove(key);
  }

  /** Another tab has signed out, and has cleared what there was to clear. */
  abandon(): void {
    this.#become(undefined);
  }

  /** Leaves the account signed in and this browser free to sign in to another one. */
  detach(): void {
    this.#become(undefined);
    this.#removeTokens();
    this.#saveAccounts({ ...this.accounts(), currentId: null });
  }

  /** The service no longer takes an account's tokens. */
  blankAccount(id: number): void {
    this.#saveAccounts(blankAccount(this.accounts(), id));
  }

  removeAccount(id: number): void {
    this.#saveAccounts(removeAccount(this.accounts(), id));
  }

  /** A sign-in that met a broken service leaves nothing behind that could be half true. */
  clearLogin(): void {
    this.#become(undefined);
    this.#removeTokens();
    this.#store.remove(STORAGE_KEYS.strategy);
    this.#store.remove(STORAGE_KEYS.refreshToken);
  }

  /** Another tab signed in, signed out or switched. */
  onForeignChange(listener: () => void): () => void {
    return this.#store.onForeignChange((key) => {
      if (key === null || key === STORAGE_KEYS.accounts || key.startsWith("auth._token.")) listener();
    });
  }

  /** Another tab may be signing in as someone else right now: its tokens are not ours to clear. */
  #storeIsOn(mine: Credentials | undefined): boolean {
    const stored = this.#readCurrent();
    if (!stored || !mine) return true;
    return stored.token === mine.token || (mine.accountId !== null && stored.accountId === mine.accountId);
  }

  #become(credentials: Credentials | undefined): void {
    this.#epoch += 1;
    this.#current = credentials;
  }

  #readCurrent(): Credentials | undefined {
    const strategy = strategyFrom(this.#store.get(STORAGE_KEYS.strategy));
    const token = withoutPrefix(this.#store.get(tokenKey(strategy)) ?? "");
    if (token === "") return undefined;
    const refreshToken = this.#store.get(refreshTokenKey(strategy)) ?? "";
    return { strategy, token, refreshToken, accountId: this.accounts().currentId };
  }

  #writeTokens({ strategy, token, refreshToken }: Credentials): void {
    this.#store.set(tokenKey(strategy), `Bearer ${token}`);
    if (refreshToken === "") return;
    this.#store.set(refreshTokenKey(strategy), refreshToken);
    this.#store.set(STORAGE_KEYS.refreshToken, refreshToken);
  }

  #removeTokens(): void {
    for (const strategy of STRATEGIES) {
      this.#store.remove(tokenKey(strategy as Strategy));
      this.#store.remove(refreshTokenKey(strategy as Strategy));
    }
  }

  #saveAccounts(accounts: StoredAccounts): void {
    this.#store.set(STORAGE_KEYS.accounts, JSON.stringify(accounts));
  }
}

function strategyOf({ isGoogleLogin, isMicrosoftLogin }: StoredAccount): Strategy {
  if (isGoogleLogin) return "google";
  return isMicrosoftLogin ? "microsoft" : "local";
}

function tokensOf({ token, refreshToken }: StoredAccount): Tokens {
  return { token, refreshToken };
}
