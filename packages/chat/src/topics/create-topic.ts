import type { ChatSub } from "@offhook/contract";
import { type Grant, JOIN, NONE, OWNER } from "../access/access-mode.ts";
import {
  directGrants,
  GROUP_DEFAULT,
  modeOrDefault,
  NOTES_MODE,
  OWNER_MODE,
} from "../access/access-policy.ts";
import type { ChatWorld } from "../hub/chat-world.ts";
import type { StoredSubscription, StoredTopic, StoredUser, TopicWithMembers } from "../ports/chat-store.ts";
import { malformed, permissionDenied, userNotFound } from "../wire/refusal.ts";
import { mergeValue } from "./names/described-value.ts";
import { claimsIdentity } from "./names/identity.ts";
import { checkedTags } from "./names/tags.ts";
import { directTopicOf, groupNameFrom, privateNotesOf, type UserId } from "./names/topic-name.ts";
import type { OpenedTopic } from "./topic-registry.ts";

type NewTopic = Pick<StoredTopic, "name" | "kind" | "customerId"> & Partial<StoredTopic>;

function storedTopic(at: number, topic: NewTopic): StoredTopic {
  return {
    owner: undefined,
    defacs: { auth: NONE, anon: NONE },
    public: undefined,
    trusted: undefined,
    aux: {},
    tags: [],
    seq: 0,
    clear: 0,
    createdAt: at,
    updatedAt: at,
    touchedAt: at,
    ...topic,
  };
}

export function newSubscription(
  at: number,
  topic: string,
  user: UserId,
  { want, given }: Grant,
): StoredSubscription {
  return {
    topic,
    user,
    want,
    given,
    private: undefined,
    read: 0,
    recv: 0,
    clear: 0,
    createdAt: at,
    updatedAt: at,
    deletedAt: undefined,
    isRemoved: false,
  };
}

/** `sub new...`: the sender becomes the owner of a group. */
export async function createGroup(world: ChatWorld, user: StoredUser, frame: ChatSub): Promise<OpenedTopic> {
  const at = world.clock.now();
  const { desc, sub, tags, aux } = frame.set ?? {};
  if (sub?.user !== undefined) throw malformed();
  if (claimsIdentity(desc?.public)) throw permissionDenied();
  const topic = storedTopic(at, {
    name: groupNameFrom(world.randomId()),
    kind: "group",
    customerId: user.customerId,
    owner: user.id,
    defacs: {
      auth: modeOrDefault(desc?.defacs?.auth, GROUP_DEFAULT) & ~OWNER,
      anon: modeOrDefault(desc?.defacs?.anon, NONE) & ~OWNER,
    },
    public: mergeValue(undefined, desc?.public).value,
    trusted: mergeValue(undefined, desc?.trusted).value,
    tags: checkedTags(world.limits, tags ?? []),
    aux: { ...aux },
  });
  const want = modeOrDefault(sub?.mode, OWNER_MODE) | OWNER | JOIN;
  const owner = newSubscription(at, topic.name, user.id, { want, given: OWNER_MODE });
  const described = { ...owner, private: mergeValue(undefined, desc?.private).value };
  return world.topics.findOrCreate(topic.name, () => ({ topic, subscriptions: [described] }));
}

/** A direct topic, and both sides of it. */
export async function openDirectTopic(
  world: ChatWorld,
  user: StoredUser,
  peerId: UserId,
  frame: ChatSub,
): Promise<OpenedTopic> {
  if (peerId === user.id) throw permissionDenied();
  const peer = await world.users.find(peerId);
  if (!peer || peer.customerId !== user.customerId) throw userNotFound();
  const name = directTopicOf(user.id, peerId);
  const at = world.clock.now();
  const grants = directGrants({
    initiator: { defaults: user.defacs.auth, wanted: frame.set?.sub?.mode },
    invited: { defaults: peer.defacs.auth },
  });
  return world.topics.findOrCreate(name, (): TopicWithMembers => {
    const own = newSubscription(at, name, user.id, grants.initiator);
    return {
      topic: storedTopic(at, { name, kind: "direct", customerId: user.customerId }),
      subscriptions: [
        { ...own, private: mergeValue(undefined, frame.set?.desc?.private).value },
        newSubscription(at, name, peerId, grants.invited),
      ],
    };
  });
}

/** The topic of the user's own notes exists from the first time they look. */
export async function openNotes(world: ChatWorld, user: StoredUser): Promise<OpenedTopic> {
  const name = privateNotesOf(user.id);
  const at = world.clock.now();
  return world.topics.findOrCreate(name, () => ({
    topic: storedTopic(at, { name, kind: "notes", customerId: user.customerId, owner: user.id }),
    subscriptions: [newSubscription(at, name, user.id, { want: NOTES_MODE, given: NOTES_MODE })],
  }));
}
