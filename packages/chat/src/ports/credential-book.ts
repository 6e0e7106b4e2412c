import type { ChatConfirmation } from "@offhook/contract";
import type { UserId } from "../topics/names/topic-name.ts";

/** Why nothing came of it. */
export type CredentialProblem =
  /** No address or number of this kind. */
  | "malformed"
  /** Confirmed already, by this user or by another. */
  | "duplicate"
  | "wrongCode"
  /** Nothing waits to be confirmed. */
  | "notFound"
  /** Too many tries, too many codes, or the last one that must stay. */
  | "policy";

export type CredentialOutcome =
  | {
      readonly kind: "done";
      /** The user is found by other words now. */
      readonly areTagsChanged: boolean;
    }
  | { readonly kind: "nothing" }
  | { readonly kind: "refused"; readonly problem: CredentialProblem };

/** The ways to reach users, which they confirm with a code that is sent there. Methods it does not know are passed over. */
export interface CredentialBook {
  list(user: UserId): Promise<readonly ChatConfirmation[]>;
  /** Sends a code, a new one where one was sent before. */
  request(user: UserId, meth: string, val: string): Promise<CredentialOutcome>;
  confirm(user: UserId, meth: string, code: string): Promise<CredentialOutcome>;
  remove(user: UserId, meth: string, val: string): Promise<CredentialOutcome>;
}
