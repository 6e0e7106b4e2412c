import type { ChatExtra } from "@offhook/contract";
import type { AuthLevel, ChatAuthenticator } from "../../ports/authenticator.ts";
import { isUserId } from "../../topics/names/topic-name.ts";
import { malformed, permissionDenied, userNotFound } from "../../wire/refusal.ts";
import type { SignedInUser } from "../chat-session.ts";
import type { ChatWorld } from "../chat-world.ts";

const LEVELS: readonly AuthLevel[] = ["anon", "auth", "root"];

/** In whose name a request is made: the user's own, or, for root alone, that of anybody. */
export async function actingUser(
  world: Pick<ChatWorld, "users">,
  authenticator: Pick<ChatAuthenticator, "isRoot">,
  user: SignedInUser,
  extra: ChatExtra | undefined,
): Promise<SignedInUser> {
  if (extra === undefined) return user;
  const { obo } = extra;
  const level = LEVELS.find((each) => each === extra.authlevel);
  if (obo === undefined && level === undefined) return user;
  if (user.level !== "root" || !(await authenticator.isRoot(user.id))) throw permissionDenied();
  if (obo === undefined || !isUserId(obo)) throw malformed();
  if (!(await world.users.find(obo))) throw userNotFound();
  return { id: obo, level: level ?? "auth" };
}
