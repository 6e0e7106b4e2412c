import type { ChatExtra, ChatSet } from "@offhook/contract";
import { APPROVE, type Grant, has, hasAny, JOIN, OWNER, PRESENCE } from "../access/access-mode.ts";
import { givenGrant, modeOrDefault, wantGrant } from "../access/access-policy.ts";
import { accessToWire } from "../describe/access-to-wire.ts";
import type { ChatSession } from "../hub/chat-session.ts";
import type { ChatWorld } from "../hub/chat-world.ts";
import type { AuthLevel } from "../ports/authenticator.ts";
import type { StoredSubscription, TopicChange } from "../ports/chat-store.ts";
import { tellAccess } from "../presence/topic-presence.ts";
import {
  malformed,
  notAllowed,
  notModified,
  permissionDenied,
  policyViolation,
  userNotFound,
} from "../wire/refusal.ts";
import type { RequestName } from "../wire/request-name.ts";
import { newSubscription } from "./create-topic.ts";
import type { LiveTopic } from "./live-topic.ts";
import { publishGroupEvent } from "./members/group-event.ts";
import { evict } from "./members/leave-topic.ts";
import { transferOwnership } from "./members/ownership.ts";
import { mergeValue } from "./names/described-value.ts";
import { claimsIdentity } from "./names/identity.ts";
import { checkedTags, tagCounts } from "./names/tags.ts";
import { isUserId, type UserId } from "./names/topic-name.ts";

export interface TopicRequest {
  readonly world: ChatWorld;
  readonly session: ChatSession;
  readonly topic: LiveTopic;
  readonly user: UserId;
  readonly level: AuthLevel;
  readonly request: RequestName;
}

/** `set desc`: what all see of a group, and what only this member sees. */
export async function changeDescription(
  asked: TopicRequest,
  desc: NonNullable<ChatSet["desc"]>,
): Promise<void> {
  const { world, topic, session } = asked;
  const change = sharedChange(asked, desc);
  const isOwn = await changePrivate(asked, desc.private);
  if (change) {
    const at = world.clock.now();
    await world.store.updateTopic(topic.name, { ...change, updatedAt: at });
    topic.update({ ...change, updatedAt: at });
    for (const member of topic.members.keys())
      if (topic.can(member, JOIN))
        world.presence.tell(member, { src: topic.nameFor(member), what: "upd" }, { except: session });
  }
  if (!isOwn && !change) throw notModified();
}

function sharedChange(
  { topic, user, level }: TopicRequest,
  { public: shown, trusted, defacs }: NonNullable<ChatSet["desc"]>,
): TopicChange | undefined {
  const isAsked = [shown, trusted, defacs].some((part) => part !== undefined && part !== null);
  if (!isAsked) return undefined;
  if (trusted !== undefined && trusted !== null && level !== "root") throw permissionDenied();
  // What a direct topic looks like is up to the person at its other end.
  if (!topic.isGroup || topic.record.owner !== user) throw permissionDenied();
  const face = mergeValue(topic.record.public, shown);
  if (face.isChanged && claimsIdentity(face.value)) throw permissionDenied();
  const sworn = mergeValue(topic.record.trusted, trusted);
  const current = topic.record.defacs;
  const auth = modeOrDefault(defacs?.auth, current.auth);
  const anon = modeOrDefault(defacs?.anon, current.anon);
  if (hasAny(auth | anon, OWNER)) throw malformed();
  const isSameAccess = auth === current.auth && anon === current.anon;
  if (!face.isChanged && !sworn.isChanged && isSameAccess) return undefined;
  return { public: face.value, trusted: sworn.value, defacs: { auth, anon } };
}

/** Pictures and the like that the description points at. */
export async function keepShownFiles(
  { store }: Pick<ChatWorld, "store">,
  topic: LiveTopic,
  user: UserId,
  extra: ChatExtra | undefined,
): Promise<void> {
  const { attachments = [] } = extra ?? {};
  if (attachments.length > 0) await store.keepFiles(topic.name, user, attachments);
}

/** Also for a client that does not listen to the topic. */
export async function changePrivate(
  { world, topic, user, session }: TopicRequest,
  change: unknown,
): Promise<boolean> {
  const member = topic.members.get(user);
  if (!member) return false;
  const { value, isChanged } = mergeValue(member.private, change);
  if (!isChanged) return false;
  const after = { ...member, private: value, updatedAt: world.clock.now() };
  await world.store.saveSubscription(after);
  topic.setMember(after);
  world.presence.tell(user, { src: topic.nameFor(user), what: "upd" }, { except: session });
  return true;
}

/** `set sub` without a user: what this member wants. */
export async function changeWish(asked: TopicRequest, mode: string | undefined): Promise<void> {
  const { world, topic, user, session, request } = asked;
  const before = topic.members.get(user);
  if (!before) throw permissionDenied();
  const grant = wantGrant({
    current: before,
    wanted: mode,
    isOwner: topic.record.owner === user,
    isDirect: topic.isDirect,
    defaults: topic.isDirect ? before.given : topic.record.defacs.auth,
  });
  const after = await saveGrant(asked, before, grant);
  await transferOwnership(world, topic, before, after);
  tellAccess(world, topic, { target: user, actor: user, before, after, origin: session });
  if (hasAny(before.want & ~after.want, PRESENCE))
    world.presence.tell(user, { src: topic.nameFor(user), what: "off" });
  session.reply(request, 200, "ok", { acs: accessToWire(after) });
  if (!has(after.want, JOIN)) evict(topic, user, { unsub: false, except: session });
}

/** `set sub` with a user: what somebody else is given, an invitation for those who are no members. */
export async function changeGiven(
  asked: TopicRequest,
  target: UserId,
  mode: string | undefined,
): Promise<void> {
  const { world, topic, user: actor, session, request } = asked;
  if (!isUserId(target)) throw malformed();
  const before = topic.members.get(target);
  const former = topic.former.get(target);
  const grant = givenGrant({
    actorMode: topic.modeOf(actor),
    isActorOwner: topic.record.owner === actor,
    isTargetOwner: topic.record.owner === target,
    isDirect: topic.isDirect,
    current: before,
    remembered:
      former && !has(former.given, JOIN) && !hasAny(topic.modeOf(actor), APPROVE | OWNER)
        ? former
        : undefined,
    mode,
    defaults: topic.record.defacs.auth,
  });
  const base = before ?? (await guest(asked, target, former, grant));
  const after = await saveGrant(asked, base, grant, before === undefined);
  tellAccess(world, topic, { target, actor, before, after, origin: session });
  session.reply(request, 200, "ok", { acs: accessToWire(after), user: target });
  if (!has(after.given, JOIN)) evict(topic, target, { unsub: false });
  if (!before) await publishGroupEvent(world, topic, "UserJoinedGroup", target, actor);
}

async function guest(
  { world, topic }: TopicRequest,
  target: UserId,
  former: StoredSubscription | undefined,
  grant: Grant,
): Promise<StoredSubscription> {
  if (!topic.isGroup) throw permissionDenied();
  const user = await world.users.find(target);
  if (!user || user.customerId !== topic.record.customerId) throw userNotFound();
  if (topic.members.size >= world.limits.maxSubscriberCount) throw policyViolation();
  return former ?? newSubscription(world.clock.now(), topic.name, target, grant);
}

async function saveGrant(
  { world, topic }: TopicRequest,
  before: StoredSubscription,
  { want, given }: Grant,
  isNew = false,
): Promise<StoredSubscription> {
  if (!isNew && before.want === want && before.given === given) throw notModified();
  const at = world.clock.now();
  const after = { ...before, want, given, updatedAt: at, deletedAt: undefined, isRemoved: false };
  await world.store.saveSubscription(after);
  topic.setMember(after);
  return after;
}

export async function changeTags(
  { world, topic, user, session, request }: TopicRequest,
  asked: readonly string[],
): Promise<void> {
  if (!topic.isGroup) throw notAllowed();
  if (topic.record.owner !== user) throw permissionDenied();
  const tags = checkedTags(world.limits, asked);
  if (tags.join() === topic.record.tags.join()) throw notModified();
  await world.store.updateTopic(topic.name, { tags });
  const params = tagCounts(topic.record.tags, tags);
  topic.update({ tags });
  topic.sendPres({ what: "tags" }, (each, member) => each !== session && member === user);
  session.reply(request, 200, "ok", params);
}

export async function changeAux(
  { world, topic, user, session }: TopicRequest,
  change: unknown,
): Promise<void> {
  const isKeeper = hasAny(topic.modeOf(user), APPROVE | OWNER);
  if (!isKeeper) throw permissionDenied();
  const { value, isChanged } = mergeValue(topic.record.aux, change);
  if (!isChanged) throw notModified();
  const aux = value as Readonly<Record<string, unknown>>;
  await world.store.updateTopic(topic.name, { aux });
  topic.update({ aux });
  topic.sendPres({ what: "aux", act: user }, (each) => each !== session);
}
