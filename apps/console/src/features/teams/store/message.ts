import type { ChatData } from "@offhook/contract";
import { isEmptyContent, type MessageContent, NO_CONTENT, readContent } from "../content/message-content.ts";
import type { LoggedFrame, MessageLog } from "./message-log.ts";
import { isInRanges, type SeqRange } from "./seq-ranges.ts";

export interface Reaction {
  readonly emoji: string;
  readonly users: readonly string[];
}

export interface SystemEvent {
  readonly event: "UserJoinedGroup" | "UserLeftGroup";
  readonly user: string;
  readonly actor: string;
}

/** A message as it is shown: with its last wording, its reactions and its answers. */
export interface Message {
  /** The same from the moment it is typed until it is read. */
  readonly key: string;
  readonly topic: string;
  readonly seq: number;
  readonly time: number;
  readonly from: string | undefined;
  readonly content: MessageContent;
  /** As it came, before anything was made of it; nothing once it is deleted. */
  readonly originalContent: unknown;
  readonly mentions: readonly string[];
  readonly reactions: readonly Reaction[];
  /** The message it answers. */
  readonly reply: number | undefined;
  readonly replies: readonly Message[];
  /** Numbers of its later wordings. */
  readonly edits: readonly number[];
  readonly isForwarded: boolean;
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  /** Nothing of what it says can be shown. */
  readonly isUnreadable: boolean;
  readonly system: SystemEvent | undefined;
}

export const CLIENT_ID = "x-client-id";
const REACTION = "x-reaction";
const SYSTEM = "x-system";

/** `:12`, or `topic:12` from some clients. */
function seqOf(reference: unknown): number | undefined {
  const digits = typeof reference === "string" ? /:(\d{1,15})$/.exec(reference)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

export function clientIdOf({ head }: ChatData): string | undefined {
  const id = head?.[CLIENT_ID];
  return typeof id === "string" ? id : undefined;
}

export function isReaction({ head }: ChatData): boolean {
  return head?.[REACTION] !== undefined;
}

export function replacedSeq({ head }: ChatData): number | undefined {
  return seqOf(head?.replace);
}

export function mentionsOf({ head }: ChatData): readonly string[] {
  const named = head?.mentions;
  return Array.isArray(named) ? named.filter((each) => typeof each === "string") : [];
}

/** Something new to read, rather than a change of something older or the service's own word. */
export function isCounted(data: ChatData, ownId: string | undefined): boolean {
  return (
    data.from !== ownId &&
    !isReaction(data) &&
    replacedSeq(data) === undefined &&
    data.head?.[SYSTEM] === undefined
  );
}

/** The event stands in the head, or, from older servers, its name there and its people in the content. */
function systemEventOf({ head, content }: ChatData): SystemEvent | undefined {
  const marked = head?.[SYSTEM];
  const told = (typeof marked === "object" ? marked : content) as EventOnWire | null | undefined;
  const event = typeof marked === "object" ? told?.event : marked;
  if (event !== "UserJoinedGroup" && event !== "UserLeftGroup") return undefined;
  return { event, user: String(told?.UserID ?? ""), actor: String(told?.ActorID ?? "") };
}

interface EventOnWire {
  readonly event?: unknown;
  readonly UserID?: unknown;
  readonly ActorID?: unknown;
}

/** The stream of a topic put together; messages that are answers hang on the one they answer. */
export interface Timeline {
  /** Everything but answers, oldest first. */
  readonly messages: readonly Message[];
  /** Answers too. */
  readonly bySeq: ReadonlyMap<number, Message>;
}

interface Draft {
  readonly frame: LoggedFrame;
  newest: ChatData;
  readonly edits: number[];
  readonly toggles: ChatData[];
  readonly replies: number[];
  readonly isDeleted: boolean;
}

/** Pure. Puts together what lies in `range`, with what was said of it later, wherever that lies. */
export function buildTimeline(log: MessageLog, range: SeqRange): Timeline {
  const seqs = [...log.frames.keys()].filter((seq) => seq >= range.low);
  seqs.sort((one, other) => one - other);
  const drafts = new Map<number, Draft>();
  for (const seq of seqs) {
    const frame = log.frames.get(seq);
    if (frame && !applyToOlder(frame.data, drafts) && seq < range.hi) drafts.set(seq, newDraft(frame, log));
  }
  hangReplies(log, range, drafts);
  return finish(drafts);
}

function newDraft(frame: LoggedFrame, log: MessageLog): Draft {
  const isDeleted = isInRanges(log.deleted, frame.data.seq);
  return { frame, newest: frame.data, edits: [], toggles: [], replies: [], isDeleted };
}

/** Edits and reactions are no messages of their own. */
function applyToOlder(data: ChatData, drafts: ReadonlyMap<number, Draft>): boolean {
  const replaced = replacedSeq(data);
  if (replaced !== undefined) {
    const draft = drafts.get(replaced);
    // Nobody puts words into another's mouth, whatever a service lets through.
    if (draft && draft.frame.data.from === data.from && !draft.isDeleted) {
      draft.newest = data;
      draft.edits.push(data.seq);
    }
    return true;
  }
  if (!isReaction(data)) return false;
  drafts.get(seqOf(data.head?.[REACTION]) ?? -1)?.toggles.push(data);
  return true;
}

function hangReplies(log: MessageLog, range: SeqRange, drafts: Map<number, Draft>): void {
  for (const [seq, { frame, isDeleted }] of [...drafts]) {
    const parent = seqOf(frame.data.head?.reply);
    if (parent === undefined || isDeleted || parent < range.low) continue;
    const draft = drafts.get(parent) ?? shellOf(log, parent, frame, drafts);
    draft?.replies.push(seq);
  }
}

/** A deleted message keeps its place while somebody has answered it. */
function shellOf(
  log: MessageLog,
  parent: number,
  { data, asOf }: LoggedFrame,
  drafts: Map<number, Draft>,
): Draft | undefined {
  if (!isInRanges(log.deleted, parent)) return undefined;
  const { topic, ts } = data;
  const shell = newDraft({ data: { topic, seq: parent, ts }, asOf }, log);
  drafts.set(parent, shell);
  return shell;
}

function finish(drafts: ReadonlyMap<number, Draft>): Timeline {
  const bySeq = new Map<number, Message>();
  const keys = new Set<string>();
  const order = [...drafts.keys()].sort((one, other) => other - one);
  // Answers are newer than what they answer, so that from the end each finds its own already made.
  for (const seq of order) {
    const draft = drafts.get(seq);
    if (!draft || (draft.isDeleted && draft.replies.length === 0)) continue;
    const replies = [...draft.replies].sort((one, other) => one - other);
    const message = messageOf(
      draft,
      replies.flatMap((reply) => bySeq.get(reply) ?? []),
    );
    // Two messages of one name can only be the work of a broken client: the older one goes by its number.
    bySeq.set(seq, keys.has(message.key) ? { ...message, key: `number-${seq}` } : message);
    keys.add(message.key);
  }
  const messages = [...bySeq.values()].reverse();
  return { messages: messages.filter((message) => message.reply === undefined), bySeq };
}

interface Made {
  readonly draft: Draft;
  readonly replies: readonly Message[];
  readonly message: Message;
}

const made = new WeakMap<LoggedFrame, Made>();

/** The very same message as long as nothing of it has changed: what shows it need not be drawn again. */
function messageOf(draft: Draft, replies: readonly Message[]): Message {
  const before = made.get(draft.frame);
  if (before && isAsBefore(before, draft, replies)) return before.message;
  const message = toMessage(draft, replies);
  made.set(draft.frame, { draft, replies, message });
  return message;
}

function isAsBefore(before: Made, draft: Draft, replies: readonly Message[]): boolean {
  return (
    before.draft.newest === draft.newest &&
    before.draft.isDeleted === draft.isDeleted &&
    areSame(before.draft.toggles, draft.toggles) &&
    areSame(before.replies, replies)
  );
}

function areSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/** Apart from the names of what stands between messages, whatever a client calls its message. */
export function messageKey(name: string | number): string {
  return `message-${name}`;
}

function toMessage(
  { frame, newest, edits, toggles, isDeleted }: Draft,
  replies: readonly Message[],
): Message {
  const { data, asOf } = frame;
  const { topic, seq, from, head } = data;
  const content = isDeleted ? NO_CONTENT : readContent(newest.content);
  const system = systemEventOf(data);
  return {
    key: messageKey(clientIdOf(data) ?? seq),
    topic,
    seq,
    from,
    time: Date.parse(data.ts) || 0,
    content,
    originalContent: isDeleted ? undefined : newest.content,
    mentions: isDeleted ? [] : mentionsOf(newest),
    reactions: isDeleted ? [] : foldReactions(data, asOf, toggles),
    reply: seqOf(head?.reply),
    replies,
    edits,
    isForwarded: head?.forwarded !== undefined,
    isEdited: edits.length > 0,
    isDeleted,
    isUnreadable: !isDeleted && !system && isEmptyContent(content),
    system,
  };
}

/** The same emoji of the same person again takes it back; what the service has counted already is not counted again. */
function foldReactions(data: ChatData, asOf: number, toggles: readonly ChatData[]): readonly Reaction[] {
  const reactions = new Map((data.react ?? []).map(({ val, users }) => [val, [...users]]));
  for (const { seq, from, content } of toggles) {
    if (seq <= asOf || from === undefined || typeof content !== "string") continue;
    const users = reactions.get(content) ?? [];
    const others = users.filter((user) => user !== from);
    reactions.set(content, others.length === users.length ? [...users, from] : others);
  }
  return [...reactions].flatMap(([emoji, users]) => (users.length > 0 ? [{ emoji, users }] : []));
}
