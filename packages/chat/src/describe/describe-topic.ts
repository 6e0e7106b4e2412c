import type { ChatDesc, ChatSubscription } from "@offhook/contract";
import { APPROVE, effective, has, hasAny, OWNER, READ, SHARE } from "../access/access-mode.ts";
import type { ChatWorld } from "../hub/chat-world.ts";
import type { AuthLevel } from "../ports/authenticator.ts";
import type { ListedSubscription, StoredSubscription, StoredUser } from "../ports/chat-store.ts";
import type { LiveTopic } from "../topics/live-topic.ts";
import { type UserId, usersOfDirectTopic } from "../topics/names/topic-name.ts";
import { timestamp } from "../wire/server-text.ts";
import { accessToWire } from "./access-to-wire.ts";
import { defaultAccessToWire, promisedAccess, seenToWire } from "./describe-user.ts";

/** A topic as one of its members sees it; `ims`: what did not change since then is left out. */
export async function describeTopic(
  { users, presence }: Pick<ChatWorld, "users" | "presence">,
  topic: LiveTopic,
  user: UserId,
  ims = Number.NEGATIVE_INFINITY,
): Promise<ChatDesc> {
  const { record } = topic;
  const member = topic.members.get(user);
  const peerId = topic.peerOf(user);
  const peer = peerId === undefined ? undefined : await users.find(peerId);
  const updatedAt = Math.max(record.updatedAt, peer?.updatedAt ?? 0, member?.updatedAt ?? 0);
  const isNewer = updatedAt > ims;
  return {
    ...(isNewer ? { created: timestamp(record.createdAt) } : {}),
    updated: timestamp(updatedAt),
    touched: timestamp(record.touchedAt),
    ...onlineOf(topic, peer, presence),
    ...(isNewer ? faceOf(topic, peer) : {}),
    ...(member ? ownParts(topic, member, isNewer) : {}),
  };
}

/** Somebody who does not listen sees what the topic says of itself, and nothing of what is in it. */
export function describeFromOutside(topic: LiveTopic, level: AuthLevel): ChatDesc {
  const { createdAt, updatedAt, defacs } = topic.record;
  return {
    created: timestamp(createdAt),
    updated: timestamp(updatedAt),
    acs: promisedAccess(defacs, level),
    ...faceOf(topic, undefined),
  };
}

/** What a member who does not listen has of their own in the topic. */
export function describeOwnShare(member: StoredSubscription | undefined): ChatDesc {
  if (!member) return {};
  return {
    acs: accessToWire(member),
    ...(member.private === undefined ? {} : { private: member.private }),
  };
}

function ownParts(topic: LiveTopic, member: StoredSubscription, isNewer: boolean): ChatDesc {
  const mode = effective(member);
  const { record } = topic;
  return {
    acs: accessToWire(member),
    ...(has(mode, SHARE) && topic.isGroup ? { defacs: defaultAccessToWire(record.defacs) } : {}),
    ...(has(mode, READ)
      ? { seq: record.seq, read: member.read, recv: member.recv, clear: Math.max(record.clear, member.clear) }
      : {}),
    ...(topic.isGroup ? { subcnt: topic.members.size } : {}),
    ...(isNewer && member.private !== undefined ? { private: member.private } : {}),
  };
}

/** A direct topic looks like the person at its other end. */
function faceOf(topic: LiveTopic, peer: StoredUser | undefined): ChatDesc {
  const { public: shown, trusted } = topic.isDirect ? (peer ?? topic.record) : topic.record;
  return { ...(shown === undefined ? {} : { public: shown }), ...(trusted === undefined ? {} : { trusted }) };
}

function onlineOf(topic: LiveTopic, peer: StoredUser | undefined, presence: ChatWorld["presence"]): ChatDesc {
  if (topic.isGroup) return topic.attached.size > 0 ? { online: true } : {};
  if (!peer) return {};
  return presence.isOnline(peer.id) ? { online: true } : seenToWire(peer);
}

/** A member as others of the topic see them. */
export function describeMember(options: {
  readonly topic: LiveTopic;
  readonly member: StoredSubscription;
  readonly user: StoredUser | undefined;
  readonly asker: UserId;
  readonly presence: ChatWorld["presence"];
}): ChatSubscription {
  const { topic, member, user, asker, presence } = options;
  const isOwn = member.user === asker;
  const canSeeAccess = isOwn || has(topic.modeOf(asker), SHARE) || hasAny(effective(member), APPROVE | OWNER);
  const isOnline = topic.isGroup ? topic.isAttached(member.user) : presence.isOnline(member.user);
  return {
    user: member.user,
    updated: timestamp(Math.max(member.updatedAt, user?.updatedAt ?? 0)),
    acs: canSeeAccess ? accessToWire(member) : {},
    ...(has(effective(member), READ) ? { read: member.read, recv: member.recv } : {}),
    ...(user?.public === undefined ? {} : { public: user.public }),
    ...(user?.trusted === undefined ? {} : { trusted: user.trusted }),
    ...(isOnline ? { online: true } : {}),
    ...(isOwn && member.private !== undefined ? { private: member.private } : {}),
    ...(isOwn ? { clear: Math.max(topic.record.clear, member.clear) } : {}),
  };
}

/** A subscription as it stands in the user's own list. `live` is the topic while it is awake: its receipts are newer. */
export function describeListed(
  { subscription, topic, memberCount }: ListedSubscription,
  peer: StoredUser | undefined,
  { live, isOnline }: { readonly live: LiveTopic | undefined; readonly isOnline: boolean },
): ChatSubscription {
  const member = live?.members.get(subscription.user) ?? subscription;
  const record = live?.record ?? topic;
  const { public: shown, trusted } = topic.kind === "direct" ? (peer ?? record) : record;
  const canRead = has(effective(member), READ);
  return {
    topic: listedName(topic.kind, topic.name, subscription.user),
    updated: timestamp(Math.max(member.updatedAt, record.updatedAt, peer?.updatedAt ?? 0)),
    touched: timestamp(record.touchedAt),
    acs: accessToWire(member),
    ...(canRead
      ? { seq: record.seq, read: member.read, recv: member.recv, clear: Math.max(record.clear, member.clear) }
      : {}),
    ...(shown === undefined ? {} : { public: shown }),
    ...(trusted === undefined ? {} : { trusted }),
    ...(member.private === undefined ? {} : { private: member.private }),
    ...(isOnline ? { online: true } : topic.kind === "direct" && peer ? seenToWire(peer) : {}),
    ...(topic.kind === "group" ? { subcnt: memberCount } : {}),
  };
}

export function listedName(kind: string, name: string, user: UserId): string {
  if (kind === "direct") return usersOfDirectTopic(name)?.find((each) => each !== user) ?? name;
  return kind === "notes" ? "slf" : name;
}
