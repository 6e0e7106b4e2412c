import type { ChatSession } from "../hub/chat-session.ts";
import type { ChatWorld } from "../hub/chat-world.ts";
import type { LiveTopic } from "./live-topic.ts";
import { directTopicOf, parseTopicName, privateNotesOf, type UserId } from "./names/topic-name.ts";

/** The stored name of what a user calls `name`; undefined for `me`, `fnd` and names that mean nothing. */
export function storedTopicName(user: UserId, name: string): string | undefined {
  const parsed = parseTopicName(name);
  switch (parsed?.kind) {
    case "user":
      return parsed.user === user ? undefined : directTopicOf(user, parsed.user);
    case "group":
      return parsed.name;
    case "slf":
      return privateNotesOf(user);
    case "sys":
      return "sys";
    default:
      return undefined;
  }
}

/** The topic a user means, where this client listens to it. */
export function attachedTopic(session: ChatSession, user: UserId, name: string): LiveTopic | undefined {
  // A group is stored under the name everybody knows it by, and most of what is said is said in groups.
  const stored = name.startsWith("grp") ? name : storedTopicName(user, name);
  return stored === undefined ? undefined : session.attached.get(stored);
}

/** The topic a user means. Whoever is not of its company does not learn that it exists. */
export async function findTopicNamed(
  world: ChatWorld,
  user: UserId,
  name: string,
): Promise<LiveTopic | undefined> {
  const stored = storedTopicName(user, name);
  const topic = stored === undefined ? undefined : await world.topics.find(stored);
  if (!topic || topic.isGone) return undefined;
  if (topic.record.kind === "system") return topic;
  const { customerId } = await world.users.own(user);
  return topic.record.customerId === customerId ? topic : undefined;
}
