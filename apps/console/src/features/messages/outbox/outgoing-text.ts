import type { Outgoing } from "../../../platform/outbox/outgoing.ts";

/** A file that goes with a text, as it travels: base64 without the prefix of a data address. */
export interface OutgoingFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly value: string;
}

export interface ComposedText {
  readonly smsLine: string;
  readonly receiver: string;
  readonly text: string;
  readonly files: readonly OutgoingFile[];
}

export type OutgoingText = Outgoing<ComposedText>;
