import type { CompanyId, MailboxId } from "../dialplan/company-config.ts";

export interface MailboxRef {
  readonly companyId: CompanyId;
  readonly mailboxId: MailboxId;
}

export interface MailboxMessage {
  readonly id: string;
  /** A file the media process can play. */
  readonly path: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly receivedAt: number;
  readonly durationMs: number;
  readonly isNew: boolean;
}

export interface NewMessage {
  readonly id: string;
  readonly callId: string;
  /** Files of the recording by format; the store keeps what it wants and removes the rest. */
  readonly files: Readonly<Partial<Record<"wav" | "mp3" | "opus", string>>>;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly receivedAt: number;
  readonly durationMs: number;
}

/** How many messages nobody has heard yet, and how many others there are. */
export interface MessageCounts {
  readonly fresh: number;
  readonly heard: number;
}

/** Wrong PINs of a mailbox since the last right one. */
export interface PinTries {
  readonly wrong: number;
  readonly lastWrongAt: number;
  /** Until then no PIN is taken. */
  readonly lockedUntil: number;
}

export interface PinJudgment {
  /** `lockedNow`: wrong, and from now on none is taken for a while. */
  readonly verdict: "right" | "wrong" | "lockedNow" | "locked";
  readonly tries: PinTries;
}

/** Where voicemail is kept. Rejections are told to the caller as a mailbox out of order and logged. */
export interface MailboxStore {
  /** The owner's own greeting, a playable file; undefined for the standard one. */
  greeting(mailbox: MailboxRef): Promise<string | undefined>;
  saveGreeting(
    mailbox: MailboxRef,
    files: Readonly<Partial<Record<"wav" | "mp3" | "opus", string>>>,
  ): Promise<void>;
  /** Newest last. */
  messages(mailbox: MailboxRef): Promise<readonly MailboxMessage[]>;
  counts(mailbox: MailboxRef): Promise<MessageCounts>;
  /** Saving the same id again changes nothing. */
  save(mailbox: MailboxRef, message: NewMessage): Promise<void>;
  markHeard(mailbox: MailboxRef, messageId: string): Promise<void>;
  /** Saved: the box's days to keep do not count for it. */
  keep(mailbox: MailboxRef, messageId: string): Promise<void>;
  remove(mailbox: MailboxRef, messageId: string): Promise<void>;
  pinTries(mailbox: MailboxRef): Promise<PinTries>;
  /** One at a time for each mailbox, and what it says is stored before it counts; `judge` may be asked again. */
  judgePin(mailbox: MailboxRef, judge: (before: PinTries) => PinJudgment): Promise<PinJudgment>;
  /** Path without extension for a recording that does not belong to anything yet. */
  draftPath(mailbox: MailboxRef, recordingId: string): string;
}
