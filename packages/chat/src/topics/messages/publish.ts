import { type ChatExtra, type ChatPub, MAX_CHAT_SEQ } from "@offhook/contract";
import { isStorable } from "@offhook/kernel";
import { effective, has, JOIN, READ, WRITE } from "../../access/access-mode.ts";
import { accessToWire } from "../../describe/access-to-wire.ts";
import type { ChatSession, SignedInUser } from "../../hub/chat-session.ts";
import type { ChatWorld } from "../../hub/chat-world.ts";
import { canBeShown } from "../../messages/drafty.ts";
import { SYSTEM } from "../../messages/message-head.ts";
import type { AppendedMessage, NewMessage } from "../../ports/chat-store.ts";
import { membersWhoHear } from "../../presence/topic-presence.ts";
import { attachFirst, ChatRefusal, malformed, permissionDenied } from "../../wire/refusal.ts";
import { timestamp } from "../../wire/server-text.ts";
import type { LiveTopic, Publication } from "../live-topic.ts";
import { attachedTopic } from "../named-topic.ts";
import type { UserId } from "../names/topic-name.ts";

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
  if (!canBeShown(frame.content, frame.head?.mime)) throw malformed();
  const request = { id: frame.id, topic: frame.topic };
  const by = { session, request, noEcho: frame.noecho === true };
  const message: NewMessage = {
    from: user.id,
    at: world.clock.now(),
    head: headOf(frame, session.user?.id === user.id ? undefined : session.user?.id),
    content: frame.content,
    attachments: extra?.attachments ?? [],
    edits: seqOf(frame.head?.replace),
    reaction: reactionOf(frame),
  };
  const { edits: edited, reaction } = message;
  if (edited === undefined && reaction === undefined) return topic.queue.add({ message, by });
  await topic.queue.run(async () => {
    const author = await world.store.authorOf(topic.name, edited ?? reaction?.seq ?? 0);
    // What points nowhere is a message like any other, as clients of the protocol expect.
    const isLost = author === undefined;
    // The protocol leaves it to readers to ignore a foreign edit; nobody should be able to store one.
    if (!isLost && edited !== undefined && author !== message.from) throw permissionDenied();
    await writePublications(world, topic, [{ message: isLost ? withoutTarget(message) : message, by }]);
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

function withoutTarget(message: NewMessage): NewMessage {
  return { ...message, edits: undefined, reaction: undefined };
}

/** Ours to say: who really speaks when root speaks for somebody, and what the group tells of itself. */
function headOf({ head }: ChatPub, sender: UserId | undefined): NewMessage["head"] {
  const { sender: _sender, [SYSTEM]: _system, ...kept } = head ?? {};
  const full = sender === undefined ? kept : { ...kept, sender };
  return Object.keys(full).length > 0 ? full : undefined;
}

/** `:12`, or `topic:12` from some clients; undefined for what no message can have as its number. */
function seqOf(reference: unknown): number | undefined {
  const digits = typeof reference === "string" ? /:(\d{1,10})$/.exec(reference)?.[1] : undefined;
  const seq = Number(digits ?? 0);
  return seq >= 1 && seq <= MAX_CHAT_SEQ ? seq : undefined;
}

const MAX_REACTION_LENGTH = 64;

function reactionOf({ head, content }: ChatPub): NewMessage["reaction"] {
  if (head?.["x-reaction"] === undefined) return undefined;
  const seq = seqOf(head["x-reaction"]);
  return seq !== undefined && typeof content === "string" && isReaction(content)
    ? { seq, val: content }
    : undefined;
}

function isReaction(text: string): boolean {
  return text !== "" && text.length <= MAX_REACTION_LENGTH && isStorable(text);
}

/** Writes them with the topic's next numbers, answers their authors, then tells everybody. False when it could not. */
export async function writePublications(
  world: ChatWorld,
  topic: LiveTopic,
  publications: readonly Publication[],
): Promise<boolean> {
  let written: readonly AppendedMessage[];
  try {
    if (topic.isGone) throw new ChatRefusal(404, "topic not found");
    for (const { message } of publications) await bringBackPeer(world, topic, message.from);
    written = await world.store.append(
      topic.name,
      publications.map(({ message }) => message),
    );
  } catch (failure) {
    const refusal = world.refusalFor(failure);
    for (const { by } of publications) by?.session.refuse(by.request, refusal);
    return false;
  }
  for (const [index, publication] of publications.entries()) {
    const { seq = 0, isNew = false } = written[index] ?? {};
    if (isNew) noteWritten(topic, publication.message, seq);
    accept(publication, seq);
    if (isNew) deliver(world, topic, publication, seq);
  }
  return true;
}

/** A user who has deleted a direct topic gets it back with the first thing that is said in it. */
async function bringBackPeer(world: ChatWorld, topic: LiveTopic, speaker: UserId): Promise<void> {
  const peer = topic.peerOf(speaker);
  const former = peer === undefined ? undefined : topic.former.get(peer);
  if (peer === undefined || !former || !has(effective(former), JOIN)) return;
  const restored = { ...former, deletedAt: undefined, updatedAt: world.clock.now() };
  await world.store.saveSubscription(restored);
  topic.setMember(restored);
  const { presence } = world;
  const { want, given } = accessToWire(restored);
  presence.tell(peer, { src: speaker, what: "acs", act: speaker, dacs: { want, given } });
  if (presence.isOnline(speaker))
    presence.tell(peer, { src: speaker, what: "on", ua: presence.agentOf(speaker) });
}

/** Nobody waits for an answer to a request without an id. */
function accept({ by }: Publication, seq: number): void {
  if (by && by.request.id !== undefined) by.session.reply(by.request, 202, "accepted", { seq });
}

function noteWritten(topic: LiveTopic, message: NewMessage, seq: number): void {
  const { from, at } = message;
  topic.update({ seq, touchedAt: at });
  const author = topic.members.get(from);
  if (author) topic.setMember({ ...author, read: seq, recv: seq });
}

function deliver(world: ChatWorld, topic: LiveTopic, { message, by }: Publication, seq: number): void {
  const { presence } = world;
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
  if (message.edits === undefined && message.reaction === undefined) tellOutside(world, topic, message);
}

function tellOutside({ onWritten }: ChatWorld, topic: LiveTopic, { from, head, content }: NewMessage): void {
  if (!onWritten || head?.[SYSTEM] !== undefined) return;
  const listeners = membersWhoHear(topic)
    .filter((user) => user !== from && !isMutedBy(topic, user))
    .map((user) => ({ user, topic: topic.nameFor(user) }));
  const { isDirect } = topic;
  if (listeners.length > 0)
    onWritten({ from, head, content, isDirect, title: topic.record.public, listeners });
}

/** Clients keep it in what a topic is to one member alone. */
function isMutedBy(topic: LiveTopic, user: UserId): boolean {
  const marks = topic.members.get(user)?.private;
  return typeof marks === "object" && marks !== null && "muted" in marks && marks.muted === true;
}
