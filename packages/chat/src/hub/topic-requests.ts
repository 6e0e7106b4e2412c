import type { ChatDel, ChatExtra, ChatGet, ChatSet, ChatSubscription } from "@offhook/contract";
import { answerEach } from "../describe/answer-each.ts";
import { answerGet } from "../describe/answer-get.ts";
import { describeFromOutside, describeMember, describeOwnShare } from "../describe/describe-topic.ts";
import { describeStranger } from "../describe/describe-user.ts";
import { wantedParts } from "../describe/wanted-parts.ts";
import {
  changeAux,
  changeDescription,
  changeGiven,
  changePrivate,
  changeTags,
  changeWish,
  keepShownFiles,
  type TopicRequest,
} from "../topics/change-topic.ts";
import type { LiveTopic } from "../topics/live-topic.ts";
import { deleteTopic, removeMember } from "../topics/members/leave-topic.ts";
import { deleteMessages } from "../topics/messages/delete-messages.ts";
import { attachedTopic, findTopicNamed } from "../topics/named-topic.ts";
import { parseTopicName, type UserId } from "../topics/names/topic-name.ts";
import {
  attachFirst,
  malformed,
  notAllowed,
  notFound,
  notModified,
  permissionDenied,
  topicNotFound,
  userNotFound,
} from "../wire/refusal.ts";
import { timestamp } from "../wire/server-text.ts";
import { deleteCredential } from "./accounts/me-credentials.ts";
import type { ChatSession, SignedInUser } from "./chat-session.ts";
import type { ChatWorld } from "./chat-world.ts";
import { answerFindGet } from "./find/find-topic.ts";
import { answerMeGet } from "./me-topic.ts";

export async function answerGetRequest(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatGet,
): Promise<void> {
  if (frame.topic === "me") {
    if (!session.onMe.has(user.id)) throw attachFirst();
    return answerMeGet(world, session, user, frame, false);
  }
  if (frame.topic === "fnd") {
    if (!session.findQueries.has(user.id)) throw attachFirst();
    return answerFindGet(world, session, user, frame);
  }
  const topic = attachedTopic(session, user.id, frame.topic);
  // In the queue, so that an answer never mixes with what is just being changed.
  if (topic) return topic.queue.run(() => answerGet(world, session, user, topic, frame));
  return answerFromOutside(world, session, user, frame);
}

/** A client that does not listen learns what the topic says of itself, and of its own subscription. */
async function answerFromOutside(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatGet,
): Promise<void> {
  const parts = wantedParts(frame, false);
  if (parts.some((part) => part !== "desc" && part !== "sub")) throw permissionDenied();
  const topic = await findTopicNamed(world, user.id, frame.topic);
  const meta = { id: frame.id, topic: frame.topic, ts: timestamp(world.clock.now()) };
  try {
    if (parts.includes("desc")) {
      const isShown = topic !== undefined && !topic.isDirect;
      const desc = isShown
        ? describeFromOutside(topic, user.level)
        : await strangerDesc(world, user, frame, session.user?.level === "root");
      session.send({
        meta: { ...meta, desc: { ...desc, ...describeOwnShare(topic?.members.get(user.id)) } },
      });
    }
    if (parts.includes("sub"))
      session.send({ meta: { ...meta, sub: [await ownSubscription(world, topic, user.id)] } });
  } finally {
    if (topic) world.topics.release(topic);
  }
}

async function ownSubscription(
  { users, presence }: ChatWorld,
  topic: LiveTopic | undefined,
  asker: UserId,
): Promise<ChatSubscription> {
  const member = topic?.members.get(asker);
  if (!topic || !member) throw notFound();
  return describeMember({ topic, member, user: await users.own(asker), asker, presence });
}

async function strangerDesc(world: ChatWorld, user: SignedInUser, frame: ChatGet, isRoot: boolean) {
  const name = parseTopicName(frame.topic);
  if (name?.kind !== "user") throw topicNotFound();
  const [self, other] = [await world.users.own(user.id), await world.users.find(name.user)];
  if (!other || other.customerId !== self.customerId) throw topicNotFound();
  return { ...describeStranger(other, user.level), ...(isRoot ? { state: other.state } : {}) };
}

/** Every part is answered by itself, under the same id. */
export async function applySet(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatSet,
  extra: ChatExtra | undefined,
): Promise<void> {
  const { desc, sub, tags, aux, cred } = frame;
  if (!desc && !sub && !tags && !aux && !cred) throw malformed();
  const attached = attachedTopic(session, user.id, frame.topic);
  const topic = attached ?? (await findTopicNamed(world, user.id, frame.topic));
  if (!topic?.members.has(user.id)) throw attached ? permissionDenied() : topicNotFound();
  const asked: TopicRequest = {
    world,
    session,
    topic,
    user: user.id,
    level: user.level,
    request: { id: frame.id, topic: frame.topic },
  };
  await topic.queue.run(async () => {
    // Before anybody is told of what refers to them.
    if (attached && desc) await keepShownFiles(world, topic, user.id, extra);
    await (attached ? applyParts(asked, frame) : applyFromOutside(asked, frame));
  });
  if (!attached) world.topics.release(topic);
}

async function applyParts(asked: TopicRequest, { desc, sub, tags, aux, cred }: ChatSet): Promise<void> {
  const { session, request, user } = asked;
  const change = (work: () => Promise<void>): Promise<void> =>
    answerEach(session, request, async () => {
      await work();
      session.reply(request, 200, "ok");
    });
  if (desc) await change(() => changeDescription(asked, desc));
  if (sub) {
    const { user: target, mode } = sub;
    await answerEach(session, request, () =>
      target === undefined || target === user ? changeWish(asked, mode) : changeGiven(asked, target, mode),
    );
  }
  if (tags) await answerEach(session, request, () => changeTags(asked, tags));
  if (aux) await change(() => changeAux(asked, aux));
  if (cred) throw notAllowed();
}

async function applyFromOutside(asked: TopicRequest, { desc, sub, tags, aux, cred }: ChatSet): Promise<void> {
  if (tags || aux || cred || (sub?.user !== undefined && sub.user !== asked.user)) throw permissionDenied();
  if (desc) {
    if (desc.public !== undefined || desc.defacs !== undefined) throw permissionDenied();
    if (!(await changePrivate(asked, desc.private))) throw notModified();
    asked.session.reply(asked.request, 200, "ok");
  }
  if (sub) await changeWish(asked, sub.mode);
}

export async function deleteThing(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatDel,
): Promise<void> {
  switch (frame.what ?? "msg") {
    case "msg":
    case "":
      return inAttached(world, session, user, frame, (asked) => deleteMessages(asked, frame));
    case "sub":
      return inAttached(world, session, user, frame, async (asked) => {
        await removeMember(world, asked.topic, user.id, frame.user);
        session.reply(frame, 200, "ok");
      });
    case "topic":
      return deleteWholeTopic(world, session, user, frame);
    case "cred":
      return deleteCredential(world, session, user, frame);
    default:
      throw malformed();
  }
}

async function inAttached(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  { id, topic: name = "" }: ChatDel,
  work: (asked: TopicRequest) => Promise<void>,
): Promise<void> {
  const topic: LiveTopic | undefined = attachedTopic(session, user.id, name);
  if (!topic) throw attachFirst();
  await topic.queue.run(() =>
    work({ world, session, topic, user: user.id, level: user.level, request: { id, topic: name } }),
  );
}

async function deleteWholeTopic(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatDel,
): Promise<void> {
  if (frame.topic === undefined) throw malformed();
  if (frame.topic === "me" || frame.topic === "fnd" || frame.topic === "sys") throw permissionDenied();
  const topic =
    attachedTopic(session, user.id, frame.topic) ?? (await findTopicNamed(world, user.id, frame.topic));
  if (!topic?.members.has(user.id)) {
    if (topic) world.topics.release(topic);
    return session.reply(frame, 304, "not modified");
  }
  await topic.queue.run(() => deleteTopic(world, topic, user.id, session));
  session.reply(frame, 200, "ok");
}

/** The user with their direct topics and the groups they own. */
export async function deleteUser(
  world: ChatWorld,
  session: ChatSession,
  user: UserId,
  frame: ChatDel,
): Promise<void> {
  const found = await world.users.find(user);
  if (!found) throw userNotFound();
  // An account of the company is not the chat's to delete.
  if (found.customerId !== null) throw permissionDenied();
  for (const { topic, subscription } of await world.store.listSubscriptions(user)) {
    if (subscription.deletedAt !== undefined) continue;
    const live = await world.topics.find(topic.name);
    if (live) await live.queue.run(() => deleteTopic(world, live, user, session));
  }
  await world.store.deleteUser(user);
  session.reply(frame, 200, "ok");
}
