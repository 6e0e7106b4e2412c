import type { ChatCredential, ChatSetDesc } from "@offhook/contract";
import type { UserId } from "../topics/topic-name.ts";

export type AuthLevel = "anon" | "auth" | "root";

export interface ChatIdentity {
  readonly user: UserId;
  readonly level: AuthLevel;
  /** For files and for the next connection. */
  readonly token: string;
  readonly expiresAt: number;
}

export type AuthOutcome =
  | { readonly kind: "ok"; readonly identity: ChatIdentity }
  | { readonly kind: "failed" | "unknownScheme" | "malformed" | "forbidden" };

export interface NewAccount {
  readonly scheme: string;
  /** As the client sent it, base64. */
  readonly secret: string;
  readonly desc: ChatSetDesc | undefined;
  readonly tags: readonly string[];
  readonly cred: readonly ChatCredential[];
}

export type AccountOutcome =
  | AuthOutcome
  | { readonly kind: "duplicate"; readonly what: string }
  | { readonly kind: "policy" };

/** Who somebody is. */
export interface ChatAuthenticator {
  login(scheme: string, secret: string): Promise<AuthOutcome>;
  /** Refused where accounts come from elsewhere. */
  createAccount(account: NewAccount): Promise<AccountOutcome>;
  changeSecret(user: UserId, scheme: string, secret: string): Promise<AccountOutcome>;
}
