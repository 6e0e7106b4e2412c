import type { ChatAcc, ChatCredential } from "@offhook/contract";
import { describeSelf } from "../../describe/describe-user.ts";
import type { ChatAuthenticator } from "../../ports/authenticator.ts";
import type { StoredUser } from "../../ports/chat-store.ts";
import { claimsIdentity } from "../../topics/names/identity.ts";
import { isUserId, type UserId } from "../../topics/names/topic-name.ts";
import {
  alreadySignedIn,
  ChatRefusal,
  malformed,
  notFound,
  notModified,
  permissionDenied,
} from "../../wire/refusal.ts";
import type { ChatSession, SignedInUser } from "../chat-session.ts";
import type { ChatWorld } from "../chat-world.ts";
import { changeCredential } from "./me-credentials.ts";
import { admit, identityFrom, refusalOf } from "./sign-in.ts";

export interface AccountRequest {
  readonly world: ChatWorld;
  readonly authenticator: ChatAuthenticator;
  readonly session: ChatSession;
  /** In whose name it is asked; undefined for a client that is not signed in. */
  readonly actor: SignedInUser | undefined;
  /** Ends whatever this user has open. */
  readonly evict: (user: UserId, except?: ChatSession) => void;
}

/** `acc`: a new account, or another secret, address or state for one that is there. */
export async function changeAccount(asked: AccountRequest, frame: ChatAcc): Promise<void> {
  if (frame.user?.startsWith("new")) return createAccount(asked, frame);
  const target = await accountToChange(asked, frame);
  if (frame.status !== undefined && !(await isRoot(asked))) throw permissionDenied();
  if (!(await asked.world.users.find(target))) throw notFound();
  if (frame.scheme !== undefined) await changeSecret(asked, target, frame);
  else if (frame.cred !== undefined) await requestCodes(asked.world, target, frame.cred);
  else if (frame.status !== undefined) await changeState(asked, target, stateFrom(frame.status));
  else throw malformed();
  asked.session.reply({ id: frame.id }, 200, "ok", { user: target });
}

async function createAccount({ world, authenticator, session, actor }: AccountRequest, frame: ChatAcc) {
  // A signed-in user may make an account for somebody else, but not become somebody else.
  if (session.user && frame.login) throw alreadySignedIn();
  const { scheme, status, desc } = frame;
  // A client without an account has nothing to show.
  const secret = scheme === "anonymous" ? "" : frame.secret;
  if (scheme === undefined || secret === undefined) throw malformed();
  if (claimsIdentity(desc?.public)) throw permissionDenied();
  const byRoot = await isRoot({ authenticator, session });
  if (status !== undefined && !byRoot) throw new ChatRefusal(403, "permission denied", { what: "state" });
  const outcome = await authenticator.createAccount({
    scheme,
    secret,
    state: status === undefined ? "ok" : stateFrom(status),
    desc: desc && { ...desc, trusted: byRoot && actor?.level === "root" ? desc.trusted : undefined },
    tags: frame.tags ?? [],
    cred: frame.cred ?? [],
  });
  const identity = identityFrom(outcome);
  const self = describeSelf(await world.users.own(identity.user));
  if (frame.login) return admit(session, frame, identity, { desc: self });
  session.reply({ id: frame.id }, 201, "created", {
    user: identity.user,
    authlvl: identity.level,
    desc: self,
  });
}

/** One's own; with a code that was sent, that of its receiver; for root, anybody's. */
async function accountToChange(asked: AccountRequest, frame: ChatAcc): Promise<UserId> {
  const { session, actor } = asked;
  if (frame.tmpscheme !== undefined) {
    if (session.user) throw alreadySignedIn();
    return receiverOfCode(asked, frame.tmpscheme, frame.tmpsecret ?? "");
  }
  if (!actor) throw permissionDenied();
  if (frame.user === undefined || frame.user === actor.id) return actor.id;
  if (!(await isRoot(asked))) throw permissionDenied();
  if (!isUserId(frame.user)) throw malformed();
  return frame.user;
}

async function receiverOfCode(
  { authenticator }: AccountRequest,
  scheme: string,
  secret: string,
): Promise<UserId> {
  const user = await authenticator.userOfOneTimeSecret(scheme, secret);
  if (user === "malformed") throw malformed();
  if (user === "unknownScheme") throw refusalOf({ kind: user });
  if (user === "failed") throw new ChatRefusal(401, "authentication failed", { what: "auth" });
  return user;
}

/** The client itself, whomever it acts for. */
async function isRoot({
  authenticator,
  session,
}: Pick<AccountRequest, "authenticator" | "session">): Promise<boolean> {
  return session.user?.level === "root" && authenticator.isRoot(session.user.id);
}

async function changeSecret(
  { world, authenticator, session, evict }: AccountRequest,
  user: UserId,
  frame: ChatAcc,
) {
  if (frame.scheme === undefined || frame.secret === undefined) throw malformed();
  const outcome = await authenticator.changeSecret(user, frame.scheme, frame.secret);
  if (outcome.kind !== "ok") throw refusalOf(outcome);
  // The name is one of the words the user is found by.
  world.users.forget(user);
  // Whoever came in with the old one has no business here any more.
  evict(user, session);
}

async function requestCodes(world: ChatWorld, user: UserId, cred: readonly ChatCredential[]): Promise<void> {
  for (const { meth, val } of cred) await changeCredential(world, user, { meth, val });
}

function stateFrom(status: string): StoredUser["state"] {
  if (status === "ok" || status === "susp") return status;
  throw malformed();
}

async function changeState(
  { world, evict }: AccountRequest,
  user: UserId,
  state: StoredUser["state"],
): Promise<void> {
  const { state: before } = await world.users.own(user);
  if (before === state) throw notModified();
  await world.users.update(user, { state });
  if (state === "susp") evict(user);
}
