import type { ChatLeave } from "@offhook/contract";
import { APPROVE, has, hasAny, JOIN, OWNER } from "../../access/access-mode.ts";
import type { ChatSession, SignedInUser } from "../../hub/chat-session.ts";
import type { ChatWorld } from "../../hub/chat-world.ts";
import { tellAccess, tellMemberState } from "../../presence/topic-presence.ts";
import { ChatRefusal, noAction, notFound, permissionDenied } from "../../wire/refusal.ts";
import type { LiveTopic } from "../live-topic.ts";
import { attachedTopic } from "../named-topic.ts";
import type { UserId } from "../names/topic-name.ts";
import { publishGroupEvent } from "./group-event.ts";

/** The client no longer listens. */
export function detach(world: ChatWorld, topic: LiveTopic, session: ChatSession): void {
  const user = topic.detach(session);
  if (user === undefined) return;
  if (!topic.isAttached(user)) tellMemberState(topic, user, "off");
  world.topics.release(topic);
}

export async function leave(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatLeave,
): Promise<void> {
  const topic = attachedTopic(session, user.id, frame.topic);
  if (!topic) {
    if (frame.unsub) throw new ChatRefusal(409, "must attach first");
    session.reply(frame, 304, "not joined");
    return;
  }
  if (!frame.unsub) {
    detach(world, topic, session);
    session.reply(frame, 200, "ok");
    return;
  }
  await topic.queue.run(() => unsubscribe(world, topic, user.id, session));
  session.reply(frame, 200, "ok");
}

/** The user is no member any more. Call it inside the topic's queue. */
async function unsubscribe(
  world: ChatWorld,
  topic: LiveTopic,
  user: UserId,
  origin: ChatSession | undefined,
): Promise<void> {
  if (topic.isGroup && topic.record.owner === user) throw permissionDenied();
  await endSubscription(world, topic, { user, actor: user, isRemoved: false, origin });
  if (topic.members.size === 0) await deleteForGood(world, topic);
}

interface Ending {
  readonly user: UserId;
  readonly actor: UserId;
  readonly isRemoved: boolean;
  readonly origin?: ChatSession | undefined;
}

async function endSubscription(world: ChatWorld, topic: LiveTopic, ending: Ending): Promise<void> {
  const { user, actor, isRemoved, origin } = ending;
  const before = topic.members.get(user);
  if (!before) throw notFound();
  const at = world.clock.now();
  const ended = { ...before, deletedAt: at, updatedAt: at, isRemoved };
  await world.store.saveSubscription(ended);
  // While the user is still a member, so that the group hears it from them and they see nothing of it.
  const name = topic.nameFor(user);
  topic.setMember(ended);
  for (const [session, listener] of [...topic.attached]) {
    if (listener !== user) continue;
    topic.detach(session);
    if (session !== origin) session.reply({ topic: name }, 205, "evicted", { unsub: true });
  }
  tellMemberState(topic, user, "off");
  tellAccess(world, topic, { target: user, actor, before, after: undefined, origin });
  world.presence.tell(user, { src: name, what: "gone" }, { except: origin });
  await publishGroupEvent(world, topic, "UserLeftGroup", user, actor);
  world.topics.release(topic);
}

/** `del sub`: somebody is shown the door. */
export async function removeMember(
  world: ChatWorld,
  topic: LiveTopic,
  actor: UserId,
  target: UserId | undefined,
): Promise<void> {
  if (!topic.isGroup || !hasAny(topic.modeOf(actor), APPROVE | OWNER)) throw permissionDenied();
  if (target === undefined || target === actor || target === topic.record.owner) throw permissionDenied();
  const member = topic.members.get(target);
  if (!member) throw noAction();
  // A user who has banned the group stays on its list: once removed, they could be invited into it again.
  if (!has(member.want, JOIN)) throw permissionDenied();
  await endSubscription(world, topic, { user: target, actor, isRemoved: true });
}

/** `del topic`: by the owner of a group for all, by everybody else for their own list. */
export async function deleteTopic(
  world: ChatWorld,
  topic: LiveTopic,
  user: UserId,
  origin: ChatSession,
): Promise<void> {
  const isOwn = topic.record.owner === user;
  if (!isOwn) {
    if (topic.isDirect) await forgetHistory(world, topic, user);
    return unsubscribe(world, topic, user, origin);
  }
  const members = [...topic.members.keys()];
  await deleteForGood(world, topic);
  for (const member of members) {
    const name = topic.nameFor(member);
    world.presence.tell(member, { src: name, what: "gone" }, { except: origin });
    for (const [session, listener] of [...topic.attached]) {
      if (listener !== member) continue;
      topic.detach(session);
      if (session !== origin) session.reply({ topic: name }, 205, "evicted", { unsub: true });
    }
  }
}

/** Earlier messages are gone for this user, and none of them is unread should the topic come back. */
async function forgetHistory(world: ChatWorld, topic: LiveTopic, user: UserId): Promise<void> {
  const { seq } = topic.record;
  const member = topic.members.get(user);
  if (!member || seq === 0) return;
  const at = world.clock.now();
  const deletion = { ranges: [{ low: 1, hi: seq + 1 }], forUser: user, wipeAfter: at, at };
  const clear = await world.store.deleteMessages(topic.name, deletion);
  await world.store.saveReceipts(topic.name, [{ user, read: seq, recv: seq }]);
  topic.update({ clear });
  topic.setMember({ ...member, clear, read: seq, recv: seq });
}

async function deleteForGood(world: ChatWorld, topic: LiveTopic): Promise<void> {
  await world.store.deleteTopic(topic.name, world.clock.now());
  topic.isGone = true;
  world.topics.forget(topic);
}

/** Ends listening for a member who may not any more, though the subscription stays. */
export function evict(
  topic: LiveTopic,
  user: UserId,
  { unsub, except }: { readonly unsub: boolean; readonly except?: ChatSession },
): void {
  const name = topic.nameFor(user);
  for (const [session, listener] of [...topic.attached]) {
    if (listener !== user) continue;
    topic.detach(session);
    if (session !== except) session.reply({ topic: name }, 205, "evicted", { unsub });
  }
  tellMemberState(topic, user, "off");
}
