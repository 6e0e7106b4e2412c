import type { ProviderAccount } from "@offhook/contract";
import type { Credentials } from "../../platform/storage/auth-storage.ts";
import type { Strategy } from "../../platform/storage/storage-keys.ts";
import {
  type ExternalSignIn,
  NO_EXTERNAL_SIGN_IN,
  type StoredAccount,
} from "../../platform/storage/stored-accounts.ts";
import type { SessionUser } from "./session-store.ts";

/** What the switch list keeps of a signed-in user. The photo's address expires, so its color stands in. */
export function storedAccountOf(
  user: SessionUser,
  credentials: Credentials,
  external: ExternalSignIn = NO_EXTERNAL_SIGN_IN,
): StoredAccount {
  return {
    id: user.id,
    token: credentials.token,
    refreshToken: credentials.refreshToken,
    googleUser: external.googleUser,
    googleToken: external.googleToken,
    microsoftUser: external.microsoftUser,
    microsoftAccount: external.microsoftAccount,
    username: user.username,
    firstname: user.firstname,
    lastname: user.lastname,
    company: user.company,
    photo: null,
    avatar: user.color,
    isGoogleLogin: credentials.strategy === "google",
    isMicrosoftLogin: credentials.strategy === "microsoft",
  };
}

/** What a sign-in with a provider leaves with the account. */
export function externalSignInOf(provider: ProviderAccount | undefined, strategy: Strategy): ExternalSignIn {
  if (!provider || strategy === "local") return NO_EXTERNAL_SIGN_IN;
  const { id, name, email, tenant, token } = provider;
  const user = { id, name, email };
  if (strategy === "google") return { ...NO_EXTERNAL_SIGN_IN, googleUser: user, googleToken: token };
  const tenantId = tenant ?? "";
  return {
    ...NO_EXTERNAL_SIGN_IN,
    microsoftUser: user,
    microsoftAccount: { homeAccountId: `${id}.${tenantId}`, tenantId },
  };
}

export function accountName({ firstname, lastname, username }: StoredAccount): string {
  return `${firstname} ${lastname}`.trim() || username;
}
