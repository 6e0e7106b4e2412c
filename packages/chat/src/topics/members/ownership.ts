import { has, OWNER } from "../../access/access-mode.ts";
import type { ChatWorld } from "../../hub/chat-world.ts";
import type { StoredSubscription } from "../../ports/chat-store.ts";
import { tellAccess } from "../../presence/topic-presence.ts";
import type { LiveTopic } from "../live-topic.ts";

/** A member who was offered a group and now wants it owns it; the old owner keeps everything else. */
export async function transferOwnership(
  world: ChatWorld,
  topic: LiveTopic,
  before: StoredSubscription,
  after: StoredSubscription,
): Promise<void> {
  const accepts = has(after.want & after.given, OWNER) && !has(before.want & before.given, OWNER);
  const { owner } = topic.record;
  if (!accepts || owner === after.user) return;
  const old = owner === undefined ? undefined : topic.members.get(owner);
  if (old) {
    const demoted = {
      ...old,
      want: old.want & ~OWNER,
      given: old.given & ~OWNER,
      updatedAt: world.clock.now(),
    };
    await world.store.saveSubscription(demoted);
    topic.setMember(demoted);
    tellAccess(world, topic, { target: old.user, actor: after.user, before: old, after: demoted });
  }
  await world.store.updateTopic(topic.name, { owner: after.user });
  topic.update({ owner: after.user });
}
