import type { ChatNote } from "@offhook/contract";
import type { CancelTimer, Clock } from "@offhook/kernel";
import { PRESENCE, READ, WRITE } from "../../access/access-mode.ts";
import type { ChatSession, SignedInUser } from "../../hub/chat-session.ts";
import type { ChatWorld } from "../../hub/chat-world.ts";
import { noteReceipt } from "../../messages/receipts.ts";
import type { ChatStore } from "../../ports/chat-store.ts";
import { membersWhoHear } from "../../presence/topic-presence.ts";
import { attachFirst } from "../../wire/refusal.ts";
import type { LiveTopic } from "../live-topic.ts";
import { attachedTopic, findTopicNamed } from "../named-topic.ts";
import type { UserId } from "../names/topic-name.ts";

const TYPING = new Set(["kp", "kpa", "kpv"]);
/** What may be said of a call before its topic is listened to: the phone rings wherever one looks. */
const CALL_FROM_OUTSIDE = new Set(["ringing", "accept", "hang-up"]);
const WRITE_AFTER_MS = 200;

/** Receipts are many and never acknowledged: they are written a little later, the last of each member only. */
export class ReceiptLog {
  readonly #store: Pick<ChatStore, "saveReceipts">;
  readonly #clock: Clock;
  readonly #reportError: (failure: unknown) => void;
  readonly #unsaved = new Map<LiveTopic, Set<UserId>>();
  #cancel: CancelTimer | undefined;

  constructor(store: Pick<ChatStore, "saveReceipts">, clock: Clock, reportError: (failure: unknown) => void) {
    this.#store = store;
    this.#clock = clock;
    this.#reportError = reportError;
  }

  add(topic: LiveTopic, user: UserId): void {
    const users = this.#unsaved.get(topic) ?? new Set();
    this.#unsaved.set(topic, users.add(user));
    this.#cancel ??= this.#clock.schedule(WRITE_AFTER_MS, () => {
      void this.save().catch(this.#reportError);
    });
  }

  async save(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    const unsaved = [...this.#unsaved];
    this.#unsaved.clear();
    for (const [topic, users] of unsaved) {
      const receipts = [...users].flatMap((user) => {
        const member = topic.members.get(user);
        return member ? [{ user, read: member.read, recv: member.recv }] : [];
      });
      if (receipts.length > 0) await this.#store.saveReceipts(topic.name, receipts);
    }
  }
}

/** Receipts and typing: never answered, and dropped in silence when they make no sense. */
export async function note(
  world: ChatWorld,
  receipts: ReceiptLog,
  session: ChatSession,
  user: SignedInUser,
  frame: ChatNote,
): Promise<void> {
  if (!makesSense(frame)) return;
  const attached = attachedTopic(session, user.id, frame.topic);
  if (!attached && !isHeardFromOutside(frame)) throw attachFirst();
  const topic = attached ?? (await findTopicNamed(world, user.id, frame.topic));
  if (!topic) return;
  if (frame.what === "read" || frame.what === "recv")
    noteSeen(world, receipts, topic, { session, user: user.id, what: frame.what, seq: frame.seq ?? 0 });
  else if (TYPING.has(frame.what)) noteTyping(world, topic, session, user.id, frame);
  else noteOther(topic, session, user.id, frame);
  if (!attached) world.topics.release(topic);
}

/** A zero is what some clients write for a number they leave out. */
function makesSense({ what, seq = 0, event = "", payload }: ChatNote): boolean {
  if (what === "read" || what === "recv") return seq > 0;
  if (TYPING.has(what)) return seq === 0;
  if (what === "call") return seq > 0 && event !== "";
  return what === "data" && payload !== undefined;
}

function isHeardFromOutside({ what, event = "" }: ChatNote): boolean {
  return what === "recv" || (what === "call" && CALL_FROM_OUTSIDE.has(event));
}

interface Seen {
  /** The client that says so; undefined when it was said elsewhere. */
  readonly session?: ChatSession;
  readonly user: UserId;
  readonly what: "read" | "recv";
  readonly seq: number;
}

export function noteSeen(
  { presence }: ChatWorld,
  receipts: ReceiptLog,
  topic: LiveTopic,
  { session, user, what, seq }: Seen,
): void {
  const member = topic.members.get(user);
  if (!member || !topic.can(user, READ)) return;
  const after = noteReceipt(member, what, seq, topic.record.seq);
  if (after === member) return;
  topic.setMember({ ...member, ...after });
  receipts.add(topic, user);
  topic.sendInfo({ from: user, what, seq }, (each, reader) => each !== session && topic.can(reader, READ));
  presence.tell(user, { src: topic.nameFor(user), what, seq }, { notIn: topic, except: session });
  tellOthersOnMe({ presence }, topic, user, { what, seq });
}

function noteTyping(
  { presence }: ChatWorld,
  topic: LiveTopic,
  session: ChatSession,
  user: UserId,
  { what }: ChatNote,
): void {
  if (!topic.can(user, WRITE)) return;
  topic.sendInfo({ from: user, what }, (each, reader) => {
    return each !== session && reader !== user && topic.can(reader, READ | PRESENCE);
  });
  tellOthersOnMe({ presence }, topic, user, { what });
}

function noteOther(topic: LiveTopic, session: ChatSession, user: UserId, frame: ChatNote): void {
  if (!topic.can(user, WRITE)) return;
  const { what, seq, event, payload } = frame;
  topic.sendInfo(
    { from: user, what, seq, event, payload },
    (each, reader) => each !== session && topic.can(reader, READ),
  );
}

/** Members who are there but do not listen to this topic hear it on `me`. */
function tellOthersOnMe(
  { presence }: Pick<ChatWorld, "presence">,
  topic: LiveTopic,
  from: UserId,
  info: { readonly what: string; readonly seq?: number },
): void {
  for (const member of membersWhoHear(topic)) {
    if (member === from) continue;
    presence.inform(member, { src: topic.nameFor(member), from, ...info }, { notIn: topic });
  }
}
