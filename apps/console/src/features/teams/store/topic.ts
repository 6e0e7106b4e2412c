import type { ChatAccess, ChatDesc, ChatSubscription } from "@offhook/contract";

/** U+2421: how the protocol writes "take it away". */
export const DELETE_MARKER = "\u2421";

/** Rights in a topic, one letter each: join, read, write, presence, approve, share, delete, own. */
export type AccessLetter = "J" | "R" | "W" | "P" | "A" | "S" | "D" | "O";

export function hasAccess(mode: string, letter: AccessLetter): boolean {
  return mode.includes(letter);
}

/** A person as chat knows them. */
export interface ChatPerson {
  readonly id: string;
  readonly fn: string;
  readonly nickname: string;
  /** Their account, which leads to picture, status and phone. */
  readonly userId: number | undefined;
}

export interface Member {
  readonly user: string;
  readonly mode: string;
  readonly given: string;
  readonly want: string;
  readonly read: number;
  readonly recv: number;
  readonly isOnline: boolean;
}

/** A conversation: with a person (`usr...`) or in a group (`grp...`). */
export interface Topic {
  readonly id: string;
  readonly fn: string;
  /** The user's own name for it; empty where there is none. */
  readonly nickname: string;
  readonly userId: number | undefined;
  /** What a team is for, and where its picture lies; empty where it has none. */
  readonly note: string;
  readonly photo: string;
  readonly isGroup: boolean;
  readonly isOnline: boolean;
  readonly lastSeen: number | undefined;
  /** What the user may do here: wanted and given. */
  readonly mode: string;
  readonly given: string;
  readonly want: string;
  /** What newcomers get. Known to those who may share. */
  readonly newcomerMode: string | undefined;
  readonly seq: number;
  readonly read: number;
  readonly recv: number;
  /** Number of the last deletion that is known here. */
  readonly clear: number;
  readonly isPinned: boolean;
  readonly isMuted: boolean;
  /** The user has marked it unread from this message on. */
  readonly unreadFrom: number | undefined;
  readonly memberCount: number;
  readonly created: number | undefined;
  readonly updated: number | undefined;
  readonly touched: number | undefined;
}

/** Up to where the user has read, and has not marked unread since. The protocol itself never takes a receipt back. */
export function readUpTo({ read, unreadFrom }: Pick<Topic, "read" | "unreadFrom">): number {
  return unreadFrom === undefined ? read : Math.min(read, unreadFrom - 1);
}

export function isOwner({ mode }: Pick<Topic, "mode">): boolean {
  return hasAccess(mode, "O");
}

export function canWrite({ mode }: Pick<Topic, "mode">): boolean {
  return hasAccess(mode, "W");
}

/** Nobody joins it uninvited. */
export function isPrivate({ newcomerMode }: Pick<Topic, "newcomerMode">): boolean {
  return newcomerMode !== undefined && !hasAccess(newcomerMode, "J");
}

export function isGroupId(id: string): boolean {
  return id.startsWith("grp");
}

/** Only these are conversations; `me`, `fnd`, `sys` and `slf` are the protocol's own. */
export function isTopicId(id: string): boolean {
  return isGroupId(id) || id.startsWith("usr");
}

export function newTopic(id: string): Topic {
  return {
    id,
    fn: "",
    nickname: "",
    userId: undefined,
    note: "",
    photo: "",
    isGroup: isGroupId(id),
    isOnline: false,
    lastSeen: undefined,
    mode: "",
    given: "",
    want: "",
    newcomerMode: undefined,
    seq: 0,
    read: 0,
    recv: 0,
    clear: 0,
    isPinned: false,
    isMuted: false,
    unreadFrom: undefined,
    memberCount: 0,
    created: undefined,
    updated: undefined,
    touched: undefined,
  };
}

type Described = ChatDesc & Pick<ChatSubscription, "topic">;

/** Pure. What the service says of a topic; what it leaves out has not changed. */
export function describedTopic(before: Topic, desc: Described): Topic {
  return {
    ...before,
    ...faceOf(before, desc.public),
    ...ownOf(desc.private),
    ...accessOf(before, desc.acs),
    newcomerMode: desc.defacs?.auth ?? before.newcomerMode,
    // It is only said while it is so.
    isOnline: desc.online === true,
    lastSeen: millis(desc.seen?.when) ?? before.lastSeen,
    // Numbers never go back; an answer may have been written before what we have heard since.
    seq: Math.max(before.seq, desc.seq ?? 0),
    read: Math.max(before.read, desc.read ?? 0),
    recv: Math.max(before.recv, desc.recv ?? 0),
    memberCount: desc.subcnt ?? before.memberCount,
    created: millis(desc.created) ?? before.created,
    updated: millis(desc.updated) ?? before.updated,
    touched: millis(desc.touched) ?? before.touched,
  };
}

function faceOf(before: Topic, shown: unknown): Partial<Topic> {
  if (shown === undefined) return {};
  const { fn, userId } = publicFace(shown);
  const { note, photo } = wireObject(shown);
  const { ref } = wireObject(photo);
  return {
    fn: fn === "" ? before.fn : fn,
    userId: userId ?? before.userId,
    note: typeof note === "string" && note !== DELETE_MARKER ? note : "",
    photo: typeof ref === "string" ? ref : "",
  };
}

function wireObject(value: unknown): Readonly<Record<string, unknown>> {
  return (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
}

/** What everybody sees of a person or a group. */
function publicFace(shown: unknown): { fn: string; nickname: string; userId: number | undefined } {
  const face = wireObject(shown);
  return {
    fn: typeof face.fn === "string" ? face.fn : "",
    nickname: shownNickname(face.nickname),
    userId: typeof face.userId === "number" ? face.userId : undefined,
  };
}

function ownOf(own: unknown): Partial<Topic> {
  if (typeof own !== "object" || own === null) return {};
  const { nickname, pinned, muted, unread } = own as Readonly<Record<string, unknown>>;
  return {
    nickname: shownNickname(nickname),
    isPinned: pinned === true,
    isMuted: muted === true,
    unreadFrom: Number.isSafeInteger(unread) ? Number(unread) : undefined,
  };
}

/** An empty nickname may be stored as the marker that clears a value. */
function shownNickname(nickname: unknown): string {
  return typeof nickname === "string" && nickname !== DELETE_MARKER ? nickname : "";
}

function accessOf(before: Topic, access: ChatAccess | undefined): Partial<Topic> {
  if (!access) return {};
  return {
    mode: access.mode ?? before.mode,
    given: access.given ?? before.given,
    want: access.want ?? before.want,
  };
}

export function memberFrom(sub: ChatSubscription, before: Member | undefined): Member | undefined {
  if (sub.user === undefined) return undefined;
  return {
    user: sub.user,
    mode: sub.acs?.mode ?? before?.mode ?? "",
    given: sub.acs?.given ?? before?.given ?? "",
    want: sub.acs?.want ?? before?.want ?? "",
    read: Math.max(before?.read ?? 0, sub.read ?? 0),
    recv: Math.max(before?.recv ?? 0, sub.recv ?? 0),
    isOnline: sub.online === true,
  };
}

export function personFrom(id: string, shown: unknown): ChatPerson {
  return { id, ...publicFace(shown) };
}

export function nameOf({ nickname, fn }: Pick<ChatPerson, "nickname" | "fn">): string {
  return nickname === "" ? fn : nickname;
}

function millis(time: string | undefined): number | undefined {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? undefined : at;
}
