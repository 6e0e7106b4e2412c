import type { Outgoing, OutgoingFields } from "../../../platform/outbox/outgoing.ts";
import type { Attachment } from "../content/attachment.ts";
import type { ChosenMention } from "../content/write-content.ts";

/** A file on its way into a message. */
export interface OutgoingFile {
  readonly id: string;
  readonly file: File;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Milliseconds. */
  readonly duration?: number | undefined;
  /** 0 to 100. */
  readonly progress: number;
  /** Set when the service has it. */
  readonly uploaded?: Attachment | undefined;
}

/** What the user has written, and what goes with it. */
export interface ComposedMessage {
  readonly topic: string;
  readonly typed: string;
  readonly mentions: readonly ChosenMention[];
  readonly files: readonly OutgoingFile[];
  /** Files of another message, for one that is passed on. */
  readonly attachments: readonly Attachment[];
  readonly reply: number | undefined;
  /** `topic:seq` of the message that is passed on. */
  readonly forwarded: string | undefined;
  /** The last number of the topic when it was written: in the stream it can only stand behind. */
  readonly after: number;
}

export type OutgoingMessage = Outgoing<ComposedMessage>;

export type NewMessage = Pick<ComposedMessage, "topic" | "typed"> &
  Partial<Pick<ComposedMessage, "mentions" | "files" | "attachments" | "reply" | "forwarded">>;

export function composedMessage(message: NewMessage, after: number): ComposedMessage {
  const { topic, typed, mentions = [], files = [], attachments = [], reply, forwarded } = message;
  return { topic, typed, mentions, files, attachments, reply, forwarded, after };
}

/** A message as consoles kept it that had an outbox for chat alone. */
export interface OldMessage {
  readonly message: Omit<ComposedMessage, "after"> & {
    readonly id: string;
    readonly at: number;
    readonly state: "queued" | "sending" | "failed";
    /** Undefined: it was never handed to the service. */
    readonly triedAfter: number | undefined;
    readonly reason: string | undefined;
  };
}

export function readOldMessage(key: string, { message }: OldMessage): OutgoingMessage {
  const { id, at, state, triedAfter = Number.MAX_SAFE_INTEGER, reason = "" } = message;
  const fields: OutgoingFields = {
    id,
    key,
    createdAt: at,
    state: state === "failed" ? { name: "refused", reason } : { name: "waiting" },
    failures: 0,
  };
  return { ...composedMessage(message, triedAfter), ...fields };
}
