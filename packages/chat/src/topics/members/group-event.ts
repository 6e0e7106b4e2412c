import type { ChatWorld } from "../../hub/chat-world.ts";
import { SYSTEM } from "../../messages/message-head.ts";
import type { NewMessage, StoredUser } from "../../ports/chat-store.ts";
import type { LiveTopic } from "../live-topic.ts";
import { writePublications } from "../messages/publish.ts";
import type { UserId } from "../names/topic-name.ts";

export type GroupEvent = "UserJoinedGroup" | "UserLeftGroup";

/** The group says in its own stream who came and who went. Call it inside the topic's queue. */
export async function publishGroupEvent(
  world: ChatWorld,
  topic: LiveTopic,
  event: GroupEvent,
  user: UserId,
  actor: UserId,
): Promise<void> {
  if (!topic.isGroup) return;
  const people = await world.users.findAll([user, actor]);
  const names = { user: nameOf(people.get(user)), actor: nameOf(people.get(actor)) };
  const message: NewMessage = {
    from: actor,
    at: world.clock.now(),
    // Clients that know of it say it in words of their own; all others show the content.
    head: { [SYSTEM]: { event, UserID: user, ActorID: actor } },
    content: groupEventWords(event, names, user === actor),
    attachments: [],
    reaction: undefined,
  };
  await writePublications(world, topic, [{ message }]);
}

export function groupEventWords(
  event: GroupEvent,
  names: { readonly user: string; readonly actor: string },
  isOwnAct: boolean,
): string {
  if (isOwnAct) return event === "UserJoinedGroup" ? `${names.user} joined` : `${names.user} left`;
  return `${names.actor} ${event === "UserJoinedGroup" ? "added" : "removed"} ${names.user}`;
}

function nameOf(user: StoredUser | undefined): string {
  const { fn } = (user?.public ?? {}) as { readonly fn?: unknown };
  return typeof fn === "string" && fn !== "" ? fn : "Someone";
}
