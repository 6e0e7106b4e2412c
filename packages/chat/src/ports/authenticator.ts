import type { ChatCredential, ChatSetDesc } from "@offhook/contract";
import type { UserId } from "../topics/names/topic-name.ts";
import type { StoredUser } from "./chat-store.ts";
import type { CredentialProblem } from "./credential-book.ts";

export type AuthLevel = "anon" | "auth" | "root";

export interface ChatIdentity {
  readonly user: UserId;
  readonly level: AuthLevel;
  /** For files and for the next connection. */
  readonly token: string;
  readonly expiresAt: number;
  /** The session of the product the user came with: what they have open here ends with it. */
  readonly session?: string | undefined;
  /** Ways to reach the user that must be confirmed before the user is let in. */
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

/** Decides who a client's user is. */
export interface ChatAuthenticator {
  /** `cred` may bring the codes that were asked for the last time. */
  login(scheme: string, secret: string, cred: readonly ChatCredential[]): Promise<AuthOutcome>;
  /** Refused where accounts come from elsewhere. */
  createAccount(account: NewAccount): Promise<AccountOutcome>;
  changeSecret(user: UserId, scheme: string, secret: string): Promise<SecretOutcome>;
  /** The user who may change the secret without being signed in: one who has the code that was sent. */
  userOfOneTimeSecret(
    scheme: string,
    secret: string,
  ): Promise<UserId | "failed" | "malformed" | "unknownScheme">;
  /** Sends such a code, if anybody has this address; the answer does not tell. */
  requestReset(secret: string): Promise<"done" | "malformed" | "unsupported">;
  /** Asked at every use, so that nobody keeps a right that was taken away. */
  isRoot(user: UserId): Promise<boolean>;
}
