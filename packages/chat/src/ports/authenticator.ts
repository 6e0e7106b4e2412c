import type { ChatCredential, ChatSetDesc } from "@offhook/contract";
import type { UserId } from "../topics/topic-name.ts";
import type { StoredUser } from "./chat-store.ts";
import type { CredentialProblem } from "./credential-book.ts";

export type AuthLevel = "anon" | "auth" | "root";

export interface ChatIdentity {
  readonly user: UserId;
  readonly level: AuthLevel;
  /** For files and for the next connection. */
  readonly token: string;
  readonly expiresAt: number;
  /** Ways to reach him that he must confirm before he is let in. */
  readonly missing: readonly string[];
}

type AuthRefusal =
  | { readonly kind: "failed" | "unknownScheme" | "malformed" | "forbidden" }
  | { readonly kind: "credential"; readonly problem: CredentialProblem; readonly meth: string };

export type AuthOutcome = { readonly kind: "ok"; readonly identity: ChatIdentity } | AuthRefusal;

export interface NewAccount {
  readonly scheme: string;
  /** As the client sent it, base64. */
  readonly secret: string;
  readonly state: StoredUser["state"];
  readonly desc: ChatSetDesc | undefined;
  readonly tags: readonly string[];
  readonly cred: readonly ChatCredential[];
}

type SecretRefusal =
  | AuthRefusal
  | { readonly kind: "duplicate"; readonly what: string }
  | { readonly kind: "policy" }
  /** The account needs a way to reach its user. */
  | { readonly kind: "credentialsNeeded"; readonly missing: readonly string[] };

export type AccountOutcome = { readonly kind: "ok"; readonly identity: ChatIdentity } | SecretRefusal;
export type SecretOutcome = { readonly kind: "ok" } | SecretRefusal;

/** Who somebody is. */
export interface ChatAuthenticator {
  /** `cred` may bring the codes that were asked for the last time. */
  login(scheme: string, secret: string, cred: readonly ChatCredential[]): Promise<AuthOutcome>;
  /** Refused where accounts come from elsewhere. */
  createAccount(account: NewAccount): Promise<AccountOutcome>;
  changeSecret(user: UserId, scheme: string, secret: string): Promise<SecretOutcome>;
  /** Who may change his secret without being signed in: he has the code he was sent. */
  userOfOneTimeSecret(
    scheme: string,
    secret: string,
  ): Promise<UserId | "failed" | "malformed" | "unknownScheme">;
  /** Sends such a code, if anybody has this address; the answer does not tell. */
  requestReset(secret: string): Promise<"done" | "malformed" | "unsupported">;
  /** Asked at every use, so that nobody keeps the right after it was taken from him. */
  isRoot(user: UserId): Promise<boolean>;
}
