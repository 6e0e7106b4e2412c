import type { ChatLogin } from "@offhook/contract";
import type {
  AccountOutcome,
  ChatAuthenticator,
  ChatIdentity,
  SecretOutcome,
} from "../../ports/authenticator.ts";
import {
  alreadySignedIn,
  ChatRefusal,
  duplicateCredential,
  malformed,
  permissionDenied,
  policyViolation,
} from "../../wire/refusal.ts";
import type { RequestName } from "../../wire/request-name.ts";
import { timestamp } from "../../wire/server-text.ts";
import type { ChatSession } from "../chat-session.ts";
import type { ChatWorld } from "../chat-world.ts";
import { credentialRefusal } from "./me-credentials.ts";

export async function signIn(
  { ended }: Pick<ChatWorld, "ended">,
  authenticator: ChatAuthenticator,
  session: ChatSession,
  frame: ChatLogin,
): Promise<void> {
  if (frame.scheme === "reset") return requestReset(authenticator, session, frame);
  if (session.user) throw alreadySignedIn();
  const outcome = await authenticator.login(frame.scheme, frame.secret ?? "", frame.cred ?? []);
  const identity = identityFrom(outcome);
  if (identity.session !== undefined && ended.has(identity.session)) throw refusalOf({ kind: "failed" });
  admit(session, frame, identity);
}

/** A new code for a user who has forgotten the password. */
async function requestReset(
  authenticator: ChatAuthenticator,
  session: ChatSession,
  { id, secret }: ChatLogin,
): Promise<void> {
  switch (await authenticator.requestReset(secret ?? "")) {
    case "malformed":
      throw malformed();
    case "unsupported":
      throw new ChatRefusal(501, "not implemented");
    case "done":
      session.reply({ id }, 301, "auth reset");
  }
}

/** Lets a client in, or says what its user has to confirm before; the token is for that time, too. */
export function admit(
  session: ChatSession,
  request: RequestName,
  identity: ChatIdentity,
  more: Readonly<Record<string, unknown>> = {},
): void {
  const { user, level, token, expiresAt, missing } = identity;
  const params = { user, authlvl: level, token, expires: timestamp(expiresAt), ...more };
  if (missing.length === 0) {
    session.user = { id: user, level };
    session.accountSession = identity.session;
    session.reply(request, 200, "ok", params);
  } else {
    session.isConfirming = true;
    session.reply(request, 300, "validate credentials", { ...params, cred: missing });
  }
}

export function identityFrom(outcome: AccountOutcome): ChatIdentity {
  if (outcome.kind !== "ok") throw refusalOf(outcome);
  return outcome.identity;
}

export function refusalOf(outcome: Exclude<SecretOutcome, { readonly kind: "ok" }>): ChatRefusal {
  switch (outcome.kind) {
    case "failed":
      return new ChatRefusal(401, "authentication failed");
    case "unknownScheme":
      return new ChatRefusal(401, "unknown authentication scheme");
    case "malformed":
      return malformed();
    case "forbidden":
      return permissionDenied();
    case "duplicate":
      return duplicateCredential(outcome.what);
    case "policy":
      return policyViolation();
    case "credential":
      return credentialRefusal(outcome.problem, outcome.meth);
    case "credentialsNeeded":
      return new ChatRefusal(422, "policy violation", { creds: outcome.missing });
  }
}
