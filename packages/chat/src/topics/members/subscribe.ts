import type { ChatExtra, ChatSub } from "@offhook/contract";
import { type AccessMode, type Grant, has, JOIN } from "../../access/access-mode.ts";
import {
  directGrants,
  GROUP_DEFAULT,
  joinGrant,
  systemGrant,
  wantGrant,
} from "../../access/access-policy.ts";
import { accessToWire } from "../../describe/access-to-wire.ts";
import { answerGet } from "../../describe/answer-get.ts";
import type { ChatSession, SignedInUser } from "../../hub/chat-session.ts";
import type { ChatWorld } from "../../hub/chat-world.ts";
import type { AuthLevel } from "../../ports/authenticator.ts";
import type { StoredSubscription, StoredUser } from "../../ports/chat-store.ts";
import { tellAccess, tellGroupState, tellMemberState } from "../../presence/topic-presence.ts";
import { malformed, permissionDenied, policyViolation, topicNotFound } from "../../wire/refusal.ts";
import { keepShownFiles } from "../change-topic.ts";
import { createGroup, newSubscription, openDirectTopic, openNotes } from "../create-topic.ts";
import type { LiveTopic } from "../live-topic.ts";
import { attachedTopic, findTopicNamed } from "../named-topic.ts";
import { mergeValue } from "../names/described-value.ts";
import { parseTopicName, type UserId } from "../names/topic-name.ts";
import type { OpenedTopic } from "../topic-registry.ts";
import { publishGroupEvent } from "./group-event.ts";
import { transferOwnership } from "./ownership.ts";

/** Creates, joins or listens to a topic. `me` and `fnd` are dealt with elsewhere. */
export async function subscribe(
  world: ChatWorld,
  session: ChatSession,
  signedIn: SignedInUser,
  frame: ChatSub,
  extra: ChatExtra | undefined,
): Promise<void> {
  if (frame.set?.sub?.user !== undefined) throw malformed();
  if (attachedTopic(session, signedIn.id, frame.topic)) {
    session.reply(frame, 304, "already subscribed");
    return;
  }
  const user = await world.users.own(signedIn.id);
  const { topic, isCreated } = await topicToJoin(world, user, signedIn, frame);
  // Looked up here, so that what is said later need not wait for it, and keeps its order.
  const holder = topic.holderFor(user.id);
  if (holder !== undefined) await world.users.find(holder);
  await topic.queue.run(async () => {
    if (topic.isGone) throw topicNotFound();
    const joined = await joinTopic(world, topic, user, frame, signedIn.level);
    if (frame.set?.desc) await keepShownFiles(world, topic, user.id, extra);
    const isFirst = !topic.isAttached(user.id);
    topic.attach(session, user.id);
    const name = topic.nameFor(user.id);
    const params = {
      ...(isCreated || joined.isChanged ? { acs: accessToWire(joined.after) } : {}),
      ...(isCreated && topic.isGroup ? { tmpname: frame.topic } : {}),
    };
    session.reply(
      { id: frame.id, topic: name },
      200,
      "ok",
      Object.keys(params).length > 0 ? params : undefined,
    );
    announce(world, topic, { user: user.id, session, joined, isFirst, isCreated });
    if (joined.before === undefined)
      await publishGroupEvent(world, topic, "UserJoinedGroup", user.id, user.id);
    if (frame.get)
      await answerGet(world, session, signedIn, topic, { ...frame.get, id: frame.id, topic: name }, true);
  });
}

async function topicToJoin(
  world: ChatWorld,
  user: StoredUser,
  { level }: SignedInUser,
  frame: ChatSub,
): Promise<OpenedTopic> {
  const name = parseTopicName(frame.topic);
  switch (name?.kind) {
    case "new":
      if (frame.set?.desc?.trusted && level !== "root") throw permissionDenied();
      return createGroup(world, user, frame);
    case "user":
      return openDirectTopic(world, user, name.user, frame);
    case "slf":
      return openNotes(world, user);
    case "sys":
      if (level !== "root") throw permissionDenied();
      break;
    case "group":
      break;
    default:
      // Of somebody one can say that there is no such name; of anything else, that it is not there.
      throw frame.topic.startsWith("usr") ? malformed() : topicNotFound();
  }
  const topic = await findTopicNamed(world, user.id, frame.topic);
  if (!topic) throw topicNotFound();
  return { topic, isCreated: false };
}

interface Joined {
  readonly before: StoredSubscription | undefined;
  readonly after: StoredSubscription;
  readonly isChanged: boolean;
}

/** Call it inside the topic's queue. */
export async function joinTopic(
  world: ChatWorld,
  topic: LiveTopic,
  user: StoredUser,
  frame: ChatSub,
  level: AuthLevel = "auth",
): Promise<Joined> {
  const before = topic.members.get(user.id);
  const grant = before
    ? ownWish(topic, before, frame)
    : await newcomerGrant(world, topic, user, frame, level);
  if (!has(grant.given, JOIN) || !has(grant.want, JOIN)) throw permissionDenied();
  const base =
    before ?? topic.former.get(user.id) ?? newSubscription(world.clock.now(), topic.name, user.id, grant);
  const own = mergeValue(base.private, frame.set?.desc?.private);
  const isChanged = !before || before.want !== grant.want || before.given !== grant.given;
  const after: StoredSubscription = {
    ...base,
    ...grant,
    private: own.value,
    ...(isChanged || own.isChanged ? { updatedAt: world.clock.now() } : {}),
    deletedAt: undefined,
    isRemoved: false,
  };
  if (isChanged || own.isChanged) await world.store.saveSubscription(after);
  topic.setMember(after);
  if (before) await transferOwnership(world, topic, before, after);
  return { before, after, isChanged };
}

function ownWish(topic: LiveTopic, current: StoredSubscription, frame: ChatSub): Grant {
  if (topic.record.kind === "system") return systemGrant(frame.set?.sub?.mode);
  return wantGrant({
    current,
    wanted: frame.set?.sub?.mode,
    isOwner: topic.record.owner === current.user,
    isDirect: topic.isDirect,
    defaults: topic.isDirect ? current.given : topic.record.defacs.auth,
  });
}

async function newcomerGrant(
  world: ChatWorld,
  topic: LiveTopic,
  user: StoredUser,
  frame: ChatSub,
  level: AuthLevel,
): Promise<Grant> {
  const wanted = frame.set?.sub?.mode;
  if (topic.record.kind === "system") return systemGrant(wanted);
  const former = topic.former.get(user.id);
  const peer = topic.peerOf(user.id);
  if (peer !== undefined) {
    const { defacs } = (await world.users.find(peer)) ?? user;
    return directGrants({
      initiator: { defaults: user.defacs.auth, wanted },
      invited: { defaults: former?.given ?? defacs.auth },
    }).initiator;
  }
  // Somebody who was removed comes back as a stranger would, unless they were banned.
  const remembered = former && (!former.isRemoved || !has(former.given, JOIN)) ? former : undefined;
  const grant = joinGrant({ defaults: defaultsFor(topic, level), remembered, wanted });
  if (topic.members.size >= world.limits.maxSubscriberCount) throw policyViolation();
  return grant;
}

/** What the group gives to a user who comes without an invitation. Root comes in everywhere. */
function defaultsFor({ record: { defacs } }: LiveTopic, level: AuthLevel): AccessMode {
  if (level === "root") return GROUP_DEFAULT;
  return level === "anon" ? defacs.anon : defacs.auth;
}

interface Announcement {
  readonly user: UserId;
  readonly session: ChatSession;
  readonly joined: Joined;
  readonly isFirst: boolean;
  readonly isCreated: boolean;
}

function announce(world: ChatWorld, topic: LiveTopic, news: Announcement): void {
  const { user, session, joined, isFirst, isCreated } = news;
  const { before, after } = joined;
  if (isCreated) announceCreated(world, topic, news);
  else if (joined.isChanged && topic.isGroup)
    tellAccess(world, topic, { target: user, actor: user, before, after, origin: session });
  if (topic.isGroup && !topic.isAnnounced) tellGroupState(world, topic, "on");
  topic.isAnnounced = true;
  if (isFirst && !session.isBackground) tellMemberState(topic, user, "on");
}

/** The founder's other clients hear of a new topic on `me`; so does the peer of a direct one. */
export function announceCreated(
  { presence }: ChatWorld,
  topic: LiveTopic,
  { user, session, joined }: Pick<Announcement, "user" | "joined"> & { readonly session?: ChatSession },
): void {
  const dacs = fullAccess(joined.after);
  presence.tell(
    user,
    { src: topic.nameFor(user), what: "acs", act: user, dacs },
    session && { except: session },
  );
  const peer = topic.peerOf(user);
  const other = peer === undefined ? undefined : topic.members.get(peer);
  if (peer === undefined || !other) return;
  presence.tell(peer, { src: user, what: "acs", act: user, dacs: fullAccess(other) });
  if (presence.isOnline(user)) presence.tell(peer, { src: user, what: "on", ua: presence.agentOf(user) });
  if (presence.isOnline(peer)) presence.tell(user, { src: peer, what: "on", ua: presence.agentOf(peer) });
}

function fullAccess(grant: Grant): { want: string; given: string } {
  const { want, given } = accessToWire(grant);
  return { want, given };
}
