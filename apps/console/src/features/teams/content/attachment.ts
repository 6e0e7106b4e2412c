import type { AttachmentKind } from "@offhook/ui/attachment-kind";

/** A file of a message. */
export interface Attachment {
  readonly name: string;
  /** Where the chat service keeps it. */
  readonly path: string;
  readonly size: number;
  /** MIME type. */
  readonly type: string;
  readonly kind: AttachmentKind;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Milliseconds. */
  readonly duration?: number | undefined;
}
