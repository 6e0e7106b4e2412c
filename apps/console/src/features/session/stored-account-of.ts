import type { Credentials } from "../../platform/auth-storage.ts";
import type { StoredAccount } from "../../platform/stored-accounts.ts";
import type { SessionUser } from "./session-store.ts";

/** What the switch list keeps of a signed-in user. The photo's address expires, so its color stands in. */
export function storedAccountOf(user: SessionUser, credentials: Credentials): StoredAccount {
  return {
    id: user.id,
    token: credentials.token,
    refreshToken: credentials.refreshToken,
    googleUser: null,
    googleToken: null,
    microsoftUser: null,
    microsoftAccount: null,
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

export function accountName({ firstname, lastname, username }: StoredAccount): string {
  return `${firstname} ${lastname}`.trim() || username;
}
