/** A person of the demo, by handle. */
export type Handle = string;

/** What happens in a conversation. Only one of `text`, `files`, `joined` and `left` need be there. */
export interface ScriptedLine {
  readonly from: Handle;
  readonly text?: string;
  /** By this name later lines answer to it, and receipts point at it. */
  readonly as?: string;
  readonly replyTo?: string;
  /** What it said before its author changed it to `text`. */
  readonly was?: string;
  readonly isDeleted?: boolean;
  readonly reactions?: Readonly<Record<string, readonly Handle[]>>;
  /** Of `demo-chat-files.ts`. */
  readonly files?: readonly string[];
  readonly joined?: Handle;
  readonly left?: Handle;
}

/** Some lines in a row, a few minutes from one to the next. */
export interface ScriptedTalk {
  readonly hoursAgo: number;
  readonly lines: readonly ScriptedLine[];
}

export interface ScriptedChat {
  readonly talks: readonly ScriptedTalk[];
  /** The people who have not read on, with their last line. Everybody else has read everything. */
  readonly unreadFrom?: Readonly<Record<Handle, string>>;
}

export interface ScriptedTeam extends ScriptedChat {
  readonly name: string;
  readonly color: string;
  readonly owner: Handle;
  readonly members: readonly Handle[];
  /** Rights of whoever joins, in the letters of the wire. */
  readonly access: string;
  readonly tags: readonly string[];
  /** Members who have put it at the top of their list. */
  readonly pinnedBy?: readonly Handle[];
  /** Members who may let others in and choose their rights. */
  readonly approvers?: readonly Handle[];
  /** Rights that a member would like to have and has not got. */
  readonly asksFor?: Readonly<Record<Handle, string>>;
}

export interface ScriptedDirect extends ScriptedChat {
  readonly between: readonly [Handle, Handle];
}

type LineOptions = Omit<ScriptedLine, "from" | "text">;

/** Reads as a script does: who, and what. */
export function says(from: Handle, text: string, options: LineOptions = {}): ScriptedLine {
  return { from, text, ...options };
}

export function shares(
  from: Handle,
  files: readonly string[],
  options: LineOptions & { text?: string } = {},
) {
  return { from, files, ...options } satisfies ScriptedLine;
}

export function joins(joined: Handle, by: Handle = joined): ScriptedLine {
  return { from: by, joined };
}

export function leaves(left: Handle, by: Handle = left): ScriptedLine {
  return { from: by, left };
}
