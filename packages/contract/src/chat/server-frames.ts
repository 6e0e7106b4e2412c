/** Frames of team chat as the server sends them. They are ours to write, so they need types and no checks. */

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`: stock clients turn nothing else into a date. */
export type ChatTimestamp = string;

export interface ChatAccess {
  readonly want?: string;
  readonly given?: string;
  readonly mode?: string;
}

export interface ChatCtrl {
  readonly id?: string | undefined;
  readonly topic?: string | undefined;
  readonly code: number;
  readonly text: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly ts: ChatTimestamp;
}

/** The users who have answered a message, by emoji. */
export interface ChatReaction {
  readonly val: string;
  readonly count: number;
  readonly users: readonly string[];
}

export interface ChatData {
  readonly topic: string;
  readonly from?: string | undefined;
  readonly seq: number;
  readonly ts: ChatTimestamp;
  readonly head?: Readonly<Record<string, unknown>> | undefined;
  readonly content?: unknown;
  readonly react?: readonly ChatReaction[] | undefined;
}

/** `hi` is left out for a single message. */
export interface ChatRange {
  readonly low: number;
  readonly hi?: number;
}

export interface ChatDesc {
  readonly created?: ChatTimestamp;
  readonly updated?: ChatTimestamp;
  readonly touched?: ChatTimestamp;
  readonly online?: boolean;
  readonly seen?: { readonly when?: ChatTimestamp; readonly ua?: string };
  readonly defacs?: { readonly auth: string; readonly anon: string };
  readonly acs?: ChatAccess;
  readonly seq?: number;
  readonly read?: number;
  readonly recv?: number;
  readonly clear?: number;
  readonly subcnt?: number;
  readonly public?: unknown;
  readonly trusted?: unknown;
  readonly private?: unknown;
  readonly state?: string;
}

export interface ChatSubscription extends Omit<ChatDesc, "defacs" | "created" | "state"> {
  readonly user?: string;
  readonly topic?: string;
  readonly deleted?: ChatTimestamp;
}

/** A way to reach a user, and whether they have confirmed it. */
export interface ChatConfirmation {
  readonly meth: string;
  readonly val: string;
  readonly done?: boolean;
}

export interface ChatMeta {
  readonly id?: string | undefined;
  readonly topic: string;
  readonly ts?: ChatTimestamp;
  readonly desc?: ChatDesc;
  readonly sub?: readonly ChatSubscription[];
  readonly tags?: readonly string[];
  readonly cred?: readonly ChatConfirmation[];
  readonly del?: { readonly clear: number; readonly delseq: readonly ChatRange[] };
  readonly aux?: Readonly<Record<string, unknown>>;
}

export type ChatPresenceWhat =
  | "on"
  | "off"
  | "ua"
  | "upd"
  | "acs"
  | "gone"
  | "msg"
  | "read"
  | "recv"
  | "del"
  | "term"
  | "tags"
  | "aux"
  | "react";

export interface ChatPres {
  readonly topic: string;
  readonly src?: string | undefined;
  readonly what: ChatPresenceWhat;
  readonly seq?: number | undefined;
  readonly clear?: number | undefined;
  readonly delseq?: readonly ChatRange[] | undefined;
  readonly ua?: string | undefined;
  readonly act?: string | undefined;
  readonly tgt?: string | undefined;
  /** Documents of the protocol say `acs`; clients read this. */
  readonly dacs?: { readonly want?: string; readonly given?: string } | undefined;
}

export interface ChatInfo {
  readonly topic: string;
  readonly src?: string | undefined;
  readonly from: string;
  readonly what: string;
  readonly seq?: number | undefined;
  readonly event?: string | undefined;
  readonly payload?: unknown;
}

export type ChatServerFrame =
  | { readonly ctrl: ChatCtrl }
  | { readonly data: ChatData }
  | { readonly meta: ChatMeta }
  | { readonly pres: ChatPres }
  | { readonly info: ChatInfo };
