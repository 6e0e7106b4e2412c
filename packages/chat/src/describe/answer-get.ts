import type { ChatGet, ChatGetOptions, ChatMeta } from "@offhook/contract";
import { READ } from "../access/access-mode.ts";
import type { ChatSession, SignedInUser } from "../hub/chat-session.ts";
import type { ChatWorld } from "../hub/chat-world.ts";
import { rangesToWire, type SeqRange } from "../messages/delete-ranges.ts";
import type { LiveTopic } from "../topics/live-topic.ts";
import type { UserId } from "../topics/names/topic-name.ts";
import { malformed, notAllowed, permissionDenied } from "../wire/refusal.ts";
import type { RequestName } from "../wire/request-name.ts";
import { timestamp } from "../wire/server-text.ts";
import { answerEach } from "./answer-each.ts";
import { describeMember, describeTopic } from "./describe-topic.ts";
import { parsedIms, type WantedPart, wantedParts } from "./wanted-parts.ts";

const MAX_MESSAGES = 100;
const MAX_LISTED = 1024;

interface Asked {
  readonly world: ChatWorld;
  readonly session: ChatSession;
  readonly user: UserId;
  readonly topic: LiveTopic;
  readonly request: RequestName;
}

/** The parts of an attached topic somebody asks for, in the order clients count on. */
export async function answerGet(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  topic: LiveTopic,
  frame: ChatGet,
  isJoining = false,
): Promise<void> {
  const parts = wantedParts(frame, isJoining);
  const asked: Asked = {
    world,
    session,
    user: user.id,
    topic,
    request: { id: frame.id, topic: frame.topic },
  };
  for (const part of parts)
    await answerEach(session, asked.request, async () => answerPart(asked, part, frame));
}

function answerPart(asked: Asked, part: WantedPart, frame: ChatGet): Promise<void> | void {
  switch (part) {
    case "desc":
      return answerDesc(asked, frame.desc ?? {});
    case "sub":
      return answerSub(asked, frame.sub ?? {});
    case "data":
      return answerData(asked, frame.data ?? {});
    case "del":
      return answerDel(asked, frame.del ?? {});
    case "tags":
      return answerTags(asked);
    case "cred":
      throw notAllowed();
    case "aux":
      return answerAux(asked);
  }
}

function sendMeta({ world, session, request }: Asked, part: Partial<ChatMeta>): void {
  const { id, topic = "" } = request;
  session.send({ meta: { id, topic, ts: timestamp(world.clock.now()), ...part } });
}

function answerNothing({ session, request }: Asked, what: string): void {
  session.reply(request, 204, "no content", { what });
}

async function answerDesc(asked: Asked, { ims }: ChatGetOptions): Promise<void> {
  const { world, topic, user } = asked;
  sendMeta(asked, { desc: await describeTopic(world, topic, user, parsedIms(ims)) });
}

async function answerSub(asked: Asked, options: ChatGetOptions): Promise<void> {
  if (options.since !== undefined || options.before !== undefined) throw malformed();
  const { world, topic, user: asker } = asked;
  const ims = parsedIms(options.ims) ?? Number.NEGATIVE_INFINITY;
  const users = await world.users.findAll(topic.members.keys());
  const chosen = [...topic.members.values()].filter((member) => {
    const updatedAt = Math.max(member.updatedAt, users.get(member.user)?.updatedAt ?? 0);
    return (options.user === undefined || member.user === options.user) && updatedAt > ims;
  });
  const { presence } = world;
  const present = chosen.map((member) =>
    describeMember({ topic, member, user: users.get(member.user), asker, presence }),
  );
  const gone = Number.isFinite(ims)
    ? [...topic.former.values()].flatMap(({ user, deletedAt }) =>
        deletedAt !== undefined && deletedAt > ims ? [{ user, deleted: timestamp(deletedAt) }] : [],
      )
    : [];
  const sub = [...present, ...gone].slice(0, options.limit || MAX_LISTED);
  if (sub.length === 0) return answerNothing(asked, "sub");
  sendMeta(asked, { sub });
}

/** Newest first, as the protocol has it. */
async function answerData(asked: Asked, options: ChatGetOptions): Promise<void> {
  if (options.ims !== undefined) throw malformed();
  const { world, session, topic, user, request } = asked;
  // A user who may not read finds nothing, as clients of the protocol expect.
  if (!topic.can(user, READ)) return answerNothing(asked, "data");
  const limit = Math.min(options.limit || MAX_MESSAGES, MAX_MESSAGES);
  const { since, before } = options;
  const ranges = options.ranges?.map(asRange);
  const messages = await world.store.messages(topic.name, user, { since, before, ranges, limit });
  if (messages.length === 0) return answerNothing(asked, "data");
  const name = topic.nameFor(user);
  for (const { seq, from, at, head, content, reactions } of messages) {
    const react = reactions.length > 0 ? reactions : undefined;
    session.send({ data: { topic: name, from, seq, ts: timestamp(at), head, content, react } });
  }
  session.reply(request, 208, "delivered", { what: "data", count: messages.length });
}

function asRange({ low = 0, hi }: { low?: number | undefined; hi?: number | undefined }): SeqRange {
  return { low, hi: hi || low + 1 };
}

async function answerDel(asked: Asked, options: ChatGetOptions): Promise<void> {
  if (options.ims !== undefined) throw malformed();
  const { world, topic, user } = asked;
  if (!topic.can(user, READ)) return answerNothing(asked, "del");
  const { since, before, limit } = options;
  const query = { since, before, limit: Math.min(limit || MAX_LISTED, MAX_LISTED) };
  const found = await world.store.deletions(topic.name, user, query);
  if (!found) return answerNothing(asked, "del");
  sendMeta(asked, { del: { clear: found.clear, delseq: rangesToWire(found.ranges) } });
}

function answerTags(asked: Asked): void {
  const { topic, user } = asked;
  if (!topic.isGroup) throw notAllowed();
  if (topic.record.owner !== user) throw permissionDenied();
  const { tags } = topic.record;
  if (tags.length === 0) answerNothing(asked, "tags");
  else sendMeta(asked, { tags });
}

function answerAux(asked: Asked): void {
  const { aux } = asked.topic.record;
  if (Object.keys(aux).length === 0) answerNothing(asked, "aux");
  else sendMeta(asked, { aux });
}
