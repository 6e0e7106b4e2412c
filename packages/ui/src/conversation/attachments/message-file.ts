import type { AttachmentKind } from "./attachment-kind.ts";

/** A file of a message. */
export interface MessageFile {
  /** Where the service keeps it: each file of a message has its own. */
  readonly source: string;
  readonly name: string;
  readonly size: number;
  readonly kind: AttachmentKind;
  /** MIME type. */
  readonly type: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Milliseconds. */
  readonly duration?: number | undefined;
}
