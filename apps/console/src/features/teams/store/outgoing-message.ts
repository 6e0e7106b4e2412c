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

/** `failed`: the service refused it, and only the user can decide to try again. */
type OutgoingState = "queued" | "sending" | "failed";

/** What the user has sent and the service has not acknowledged yet. */
export interface OutgoingMessage {
  /** Stands in the message's head: by it a repeat is known. */
  readonly id: string;
  readonly topic: string;
  readonly at: number;
  readonly typed: string;
  readonly mentions: readonly ChosenMention[];
  readonly files: readonly OutgoingFile[];
  /** Files of another message, for one that is passed on. */
  readonly attachments: readonly Attachment[];
  readonly reply: number | undefined;
  /** `topic:seq` of the message that is passed on. */
  readonly forwarded: string | undefined;
  readonly state: OutgoingState;
  /** The last number of the topic when it was first handed to the service; undefined before. */
  readonly triedAfter: number | undefined;
  /** Why it failed. */
  readonly reason: string | undefined;
}

export interface NewMessage {
  readonly topic: string;
  readonly typed: string;
  readonly mentions?: readonly ChosenMention[] | undefined;
  readonly files?: readonly OutgoingFile[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly reply?: number | undefined;
  readonly forwarded?: string | undefined;
}

export function outgoingMessage(id: string, at: number, message: NewMessage): OutgoingMessage {
  const { topic, typed, mentions = [], files = [], attachments = [], reply, forwarded } = message;
  return {
    id,
    topic,
    at,
    typed,
    mentions,
    files,
    attachments,
    reply,
    forwarded,
    state: "queued",
    triedAfter: undefined,
    reason: undefined,
  };
}
