/** Who signed in, as the provider says. */
interface ProviderUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** What is kept of a sign-in with Google or Microsoft, until that account is signed out. */
export interface ExternalSignIn {
  readonly googleUser: ProviderUser | null;
  /** Google's id token: it says who it is and opens nothing there. */
  readonly googleToken: string | null;
  readonly microsoftUser: ProviderUser | null;
  readonly microsoftAccount: { readonly homeAccountId: string; readonly tenantId: string } | null;
}

/** An account this browser knows. Without a token it is only a name in the switch list. */
export interface StoredAccount extends ExternalSignIn {
  readonly id: number;
  readonly token: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly company: string;
  readonly photo: string | null;
  readonly avatar: string | null;
  readonly isGoogleLogin: boolean;
  readonly isMicrosoftLogin: boolean;
}

export interface StoredAccounts {
  readonly list: readonly StoredAccount[];
  readonly currentId: number | null;
}

export const NO_ACCOUNTS: StoredAccounts = { list: [], currentId: null };

export const NO_EXTERNAL_SIGN_IN: ExternalSignIn = {
  googleUser: null,
  googleToken: null,
  microsoftUser: null,
  microsoftAccount: null,
};

const BLANK = { token: "", refreshToken: "", ...NO_EXTERNAL_SIGN_IN } as const;

/** `Bearer abc` is how a token is sent; an account keeps `abc`. */
export function withoutPrefix(token: string): string {
  return token.slice(token.indexOf(" ") + 1);
}

export function addAccount(accounts: StoredAccounts, account: StoredAccount): StoredAccounts {
  const added = { ...account, token: withoutPrefix(account.token) };
  const isKnown = accounts.list.some(({ id }) => id === account.id);
  const list = isKnown
    ? accounts.list.map((each) => (each.id === account.id ? added : each))
    : [...accounts.list, added];
  return { ...accounts, list };
}

export function changeAccount(
  accounts: StoredAccounts,
  id: number,
  change: Partial<StoredAccount>,
): StoredAccounts {
  return { ...accounts, list: accounts.list.map((each) => (each.id === id ? { ...each, ...change } : each)) };
}

/** Signing out forgets what opens the account and keeps whose it was. */
export function blankAccount(accounts: StoredAccounts, id: number): StoredAccounts {
  return changeAccount(accounts, id, BLANK);
}

export function removeAccount(accounts: StoredAccounts, id: number): StoredAccounts {
  return { ...accounts, list: accounts.list.filter((each) => each.id !== id) };
}

export function findAccount(accounts: StoredAccounts, id: number | null): StoredAccount | undefined {
  return accounts.list.find((each) => each.id === id);
}

export function isSignedIn(account: StoredAccount): boolean {
  return account.token !== "";
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

type Raw<Entry> = Partial<Record<keyof Entry, unknown>>;

function providerUserFrom(value: unknown): ProviderUser | null {
  if (typeof value !== "object" || value === null) return null;
  const { id, name, email } = value as Raw<ProviderUser>;
  return { id: text(id), name: text(name), email: text(email) };
}

function externalSignInFrom(raw: Raw<ExternalSignIn>): ExternalSignIn {
  const account = raw.microsoftAccount as Raw<NonNullable<ExternalSignIn["microsoftAccount"]>> | undefined;
  return {
    googleUser: providerUserFrom(raw.googleUser),
    googleToken: text(raw.googleToken) || null,
    microsoftUser: providerUserFrom(raw.microsoftUser),
    microsoftAccount: account
      ? { homeAccountId: text(account.homeAccountId), tenantId: text(account.tenantId) }
      : null,
  };
}

function accountFrom(value: unknown): StoredAccount | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const raw = value as Raw<StoredAccount>;
  const id = Number(raw.id);
  if (!Number.isInteger(id)) return undefined;
  return {
    ...externalSignInFrom(raw),
    id,
    token: text(raw.token),
    refreshToken: text(raw.refreshToken),
    username: text(raw.username),
    firstname: text(raw.firstname),
    lastname: text(raw.lastname),
    company: text(raw.company),
    photo: text(raw.photo) || null,
    avatar: text(raw.avatar) || null,
    isGoogleLogin: raw.isGoogleLogin === true,
    isMicrosoftLogin: raw.isMicrosoftLogin === true,
  };
}

/** Reads what any version, or anyone, left in storage. */
export function accountsFrom(value: unknown): StoredAccounts {
  if (typeof value !== "object" || value === null) return NO_ACCOUNTS;
  const { list, currentId } = value as { list?: unknown; currentId?: unknown };
  return {
    list: Array.isArray(list) ? list.map(accountFrom).filter((account) => account !== undefined) : [],
    currentId: typeof currentId === "number" ? currentId : null,
  };
}
