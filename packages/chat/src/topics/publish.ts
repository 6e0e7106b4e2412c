import type { ChatExtra, ChatPub } from "@offhook/contract";
import { READ, WRITE } from "../access/access-mode.ts";
import type { ChatSession, RequestName, SignedInUser } from "../hub/chat-session.ts";
import type { ChatWorld } from "../hub/chat-world.ts";
import type { NewMessage } from "../ports/chat-store.ts";
import { membersWhoHear } from "../presence/topic-presence.ts";
import { attachFirst, ChatRefusal, malformed, permissionDenied } from "../wire/refusal.ts";
import { timestamp } from "../wire/server-text.ts";
import type { LiveTopic } from "./live-topic.ts";
import { attachedTopic } from "./named-topic.ts";
import type { UserId } from "./topic-name.ts";

/** A message on its way into a topic. */
export interface Publication {
  readonly message: NewMessage;
  /** Whom to answer; undefined for what the server says by itself. */
  readonly by?: { readonly session: ChatSession; readonly request: RequestName; readonly noEcho: boolean };
}

/** Not durable yet: the answer comes once it is. */
export async function publish(
  world: ChatWorld,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatPub,
  extra: ChatExtra | undefined,
): Promise<void> {
  const topic = await topicToPublishIn(world, session, user.id, frame);
  if (!topic.can(user.id, WRITE) && topic.record.kind !== "system") throw permissionDenied();
  const holder = topic.holderFor(user.id);
  if (holder !== undefined && world.users.isSuspended(holder)) throw permissionDenied();
  const request = { id: frame.id, topic: frame.topic };
  const by = { session, request, noEcho: frame.noecho === true };
  const message: NewMessage = {
    from: user.id,
    at: world.clock.now(),
    head: headOf(frame, session.user?.id === user.id ? undefined : session.user?.id),
    content: frame.content,
    attachments: extra?.attachments ?? [],
    reaction: reactionOf(frame),
  };
  const edited = replacedSeq(frame);
  const { reaction } = message;
  if (edited === undefined && reaction === undefined) return topic.queue.add({ message, by });
  await topic.queue.run(async () => {
    const author = await world.store.authorOf(topic.name, edited ?? reaction?.seq ?? 0);
    if (author === undefined) throw malformed();
    // The protocol leaves it to readers to ignore a foreign edit; nobody should be able to store one.
    if (edited !== undefined && author !== message.from) throw permissionDenied();
    await writePublications(world, topic, [{ message, by }]);
  });
}

async function topicToPublishIn(
  world: ChatWorld,
  session: ChatSession,
  user: UserId,
  frame: ChatPub,
): Promise<LiveTopic> {
  const attached = attachedTopic(session, user, frame.topic);
  if (attached) return attached;
  const system = frame.topic === "sys" ? await world.topics.find("sys") : undefined;
  if (!system) throw attachFirst();
  return system;
}

/** `sender` is ours to say: who really speaks when root speaks for somebody. */
function headOf({ head }: ChatPub, sender: UserId | undefined): NewMessage["head"] {
  const { sender: _ignored, ...kept } = head ?? {};
  const full = sender === undefined ? kept : { ...kept, sender };
  return Object.keys(full).length > 0 ? full : undefined;
}

/** `:12`, or `topic:12` from some clients. */
function seqOf(reference: unknown): number | undefined {
  const digits = typeof reference === "string" ? /:(\d{1,15})$/.exec(reference)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

function replacedSeq({ head }: ChatPub): number | undefined {
  if (head?.replace === undefined) return undefined;
  const seq = seqOf(head.replace);
  if (seq === undefined) throw malformed();
  return seq;
}

const MAX_REACTION_LENGTH = 64;

function reactionOf({ head, content }: ChatPub): NewMessage["reaction"] {
  if (head?.["x-reaction"] === undefined) return undefined;
  const seq = seqOf(head["x-reaction"]);
  if (seq === undefined || typeof content !== "string" || !isReaction(content)) throw malformed();
  return { seq, val: content };
}

function isReaction(text: string): boolean {
  return text !== "" && text.length <= MAX_REACTION_LENGTH && !text.includes("\u0000");
}

/** Writes them with the topic's next numbers, answers their authors, then tells everybody. False when it could not. */
export async function writePublications(
  world: ChatWorld,
  topic: LiveTopic,
  publications: readonly Publication[],
): Promise<boolean> {
  const messages = publications.map(({ message }) => message);
  let fresh: readonly Publication[];
  let seq: number;
  try {
    if (topic.isGone) throw new ChatRefusal(404, "topic not found");
    const authors = topic.sentBefore.unknownAuthors(messages);
    if (authors.length > 0) await topic.sentBefore.learn(world.store, authors);
    fresh = topic.sentBefore.fresh(publications);
    seq = await append(world, topic, fresh);
  } catch (failure) {
    if (!(failure instanceof ChatRefusal)) world.reportError(failure);
    const refusal = failure instanceof ChatRefusal ? failure : new ChatRefusal(500, "internal error");
    for (const { by } of publications) by?.session.refuse(by.request, refusal);
    return false;
  }
  for (const publication of fresh) {
    noteWritten(topic, publication.message, seq);
    accept(publication, seq);
    deliver(world, topic, publication, seq);
    seq += 1;
  }
  if (fresh.length < publications.length)
    for (const publication of publications)
      if (!fresh.includes(publication)) accept(publication, topic.sentBefore.seqOf(publication.message) ?? 0);
  return true;
}

function append(
  { store }: ChatWorld,
  topic: LiveTopic,
  publications: readonly Publication[],
): Promise<number> {
  if (publications.length === 0) return Promise.resolve(topic.record.seq);
  return store.append(
    topic.name,
    publications.map(({ message }) => message),
  );
}

/** Nobody waits for an answer to a request without an id. */
function accept({ by }: Publication, seq: number): void {
  if (by && by.request.id !== undefined) by.session.reply(by.request, 202, "accepted", { seq });
}

function noteWritten(topic: LiveTopic, message: NewMessage, seq: number): void {
  const { from, at } = message;
  topic.sentBefore.note(message, seq);
  topic.update({ seq, touchedAt: at });
  const author = topic.members.get(from);
  if (author) topic.setMember({ ...author, read: seq, recv: seq });
}

function deliver({ presence }: ChatWorld, topic: LiveTopic, { message, by }: Publication, seq: number): void {
  const { from, at, head, content } = message;
  topic.sendData(
    { from, seq, ts: timestamp(at), head, content },
    (session, user) => !(by?.noEcho && session === by.session) && topic.can(user, READ),
  );
  for (const user of membersWhoHear(topic)) {
    const pres = {
      src: topic.nameFor(user),
      what: "msg" as const,
      seq,
      act: user === from ? undefined : from,
    };
    presence.tell(user, pres, { notIn: topic });
  }
}

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
  const message: NewMessage = {
    from: actor,
    at: world.clock.now(),
    head: { "x-system": event },
    content: { event, UserID: user, ActorID: actor },
    attachments: [],
    reaction: undefined,
  };
  await writePublications(world, topic, [{ message }]);
}
