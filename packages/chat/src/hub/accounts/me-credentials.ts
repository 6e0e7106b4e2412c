import type { ChatCredential, ChatDel } from "@offhook/contract";
import type { CredentialOutcome, CredentialProblem } from "../../ports/credential-book.ts";
import type { UserId } from "../../topics/names/topic-name.ts";
import {
  ChatRefusal,
  duplicateCredential,
  malformed,
  noAction,
  notFound,
  permissionDenied,
  policyViolation,
} from "../../wire/refusal.ts";
import type { ChatSession, SignedInUser } from "../chat-session.ts";
import type { ChatWorld } from "../chat-world.ts";

/** `set cred`: an address or number a code is sent to, or that code. */
export async function changeCredential(
  world: ChatWorld,
  user: UserId,
  { meth, val, resp }: ChatCredential,
): Promise<void> {
  if (meth === undefined) throw malformed();
  const outcome = resp
    ? await world.credentials.confirm(user, meth, resp)
    : await world.credentials.request(user, meth, val ?? "");
  tellTags(world, user, outcome);
}

/** `del cred`. */
export async function deleteCredential(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatDel,
): Promise<void> {
  if (frame.topic !== undefined && frame.topic !== "me") throw permissionDenied();
  if (!session.onMe.has(user.id)) throw new ChatRefusal(409, "must attach first");
  const { meth, val } = frame.cred ?? {};
  if (!meth || !val) throw malformed();
  const outcome = await world.credentials.remove(user.id, meth, val);
  tellTags(world, user.id, outcome);
  if (outcome.kind === "nothing") throw noAction();
  session.reply({ id: frame.id, topic: "me" }, 200, "ok");
}

function tellTags({ users, presence }: ChatWorld, user: UserId, outcome: CredentialOutcome): void {
  if (outcome.kind === "refused") throw credentialRefusal(outcome.problem);
  if (outcome.kind !== "done" || !outcome.areTagsChanged) return;
  users.forget(user);
  presence.tell(user, { what: "tags" });
}

export function credentialRefusal(problem: CredentialProblem, meth?: string): ChatRefusal {
  switch (problem) {
    case "malformed":
      return meth === undefined ? malformed() : new ChatRefusal(400, "malformed", { what: meth });
    case "duplicate":
      return duplicateCredential(meth);
    case "wrongCode":
      return new ChatRefusal(406, "invalid response");
    case "notFound":
      return notFound();
    case "policy":
      return policyViolation();
  }
}
