import type { ChatAcc, ChatLogin } from "@offhook/contract";
import { describeSelf } from "../describe/describe-user.ts";
import type { AccountOutcome, ChatAuthenticator, ChatIdentity } from "../ports/authenticator.ts";
import {
  authenticationRequired,
  ChatRefusal,
  malformed,
  permissionDenied,
  policyViolation,
} from "../wire/refusal.ts";
import { timestamp } from "../wire/server-text.ts";
import type { ChatSession } from "./chat-session.ts";
import type { ChatWorld } from "./chat-world.ts";

const alreadySignedIn = (): ChatRefusal => new ChatRefusal(409, "already authenticated");

export async function signIn(
  authenticator: ChatAuthenticator,
  session: ChatSession,
  frame: ChatLogin,
): Promise<void> {
  if (session.user) throw alreadySignedIn();
  const identity = identityFrom(await authenticator.login(frame.scheme, frame.secret ?? ""));
  admit(session, identity);
  session.reply(frame, 200, "ok", tokenParams(identity));
}

/** A new account, or another secret for one's own. */
export async function changeAccount(
  world: ChatWorld,
  authenticator: ChatAuthenticator,
  session: ChatSession,
  frame: ChatAcc,
): Promise<void> {
  if (!frame.user?.startsWith("new")) return changeOwnSecret(authenticator, session, frame);
  // Who is signed in may make an account for somebody else, but not become somebody else.
  if (session.user && frame.login) throw alreadySignedIn();
  const { scheme, secret } = frame;
  if (scheme === undefined || secret === undefined) throw malformed();
  const outcome = await authenticator.createAccount({
    scheme,
    secret,
    desc: frame.desc,
    tags: frame.tags ?? [],
    cred: frame.cred ?? [],
  });
  const identity = identityFrom(outcome);
  const self = await world.users.own(identity.user);
  const params = { user: identity.user, authlvl: identity.level, desc: describeSelf(self) };
  if (!frame.login) return session.reply(frame, 201, "created", params);
  admit(session, identity);
  session.reply(frame, 200, "ok", { ...params, ...tokenParams(identity) });
}

async function changeOwnSecret(
  authenticator: ChatAuthenticator,
  session: ChatSession,
  frame: ChatAcc,
): Promise<void> {
  if (!session.user) throw authenticationRequired();
  if (frame.status !== undefined || (frame.user !== undefined && frame.user !== session.user.id))
    throw permissionDenied();
  if (frame.scheme === undefined || frame.secret === undefined) throw malformed();
  const outcome = await authenticator.changeSecret(session.user.id, frame.scheme, frame.secret);
  identityFrom(outcome);
  session.reply(frame, 200, "ok", { user: session.user.id });
}

function admit(session: ChatSession, { user, level }: ChatIdentity): void {
  session.user = { id: user, level };
}

function tokenParams({ user, level, token, expiresAt }: ChatIdentity): Readonly<Record<string, unknown>> {
  return { user, authlvl: level, token, expires: timestamp(expiresAt) };
}

function identityFrom(outcome: AccountOutcome): ChatIdentity {
  switch (outcome.kind) {
    case "ok":
      return outcome.identity;
    case "failed":
      throw new ChatRefusal(401, "authentication failed");
    case "unknownScheme":
      throw new ChatRefusal(401, "unknown authentication scheme");
    case "malformed":
      throw malformed();
    case "forbidden":
      throw permissionDenied();
    case "duplicate":
      throw new ChatRefusal(409, "duplicate credential", { what: outcome.what });
    case "policy":
      throw policyViolation();
  }
}
