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
  /** Its end is missing: the server or its audio went away while somebody was speaking. */
  readonly isCutOff?: boolean;
}

/** A message that somebody is about to speak. */
export interface MessageDraft {
  readonly id: string;
  readonly callId: string;
  readonly callerNumber: string;
  readonly callerName: string;
  readonly startedAt: number;
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

/** When a recording is heard: instead of a standard greeting, before all others for a while, or as the name in it. */
export type GreetingOccasion = "noAnswer" | "busy" | "closed" | "temporary" | "name";

/** What a recording is for; the temporary one has an end. */
export interface GreetingUse {
  readonly occasion: GreetingOccasion;
  readonly until?: number;
}

export interface RecordedGreeting {
  readonly id: string;
  /** A file the media process can play. */
  readonly path: string;
}

/** Where voicemail is kept. Rejections are told to the caller as a mailbox out of order and logged. */
export interface MailboxStore {
  /** The recording chosen for the occasion, a playable file; undefined for the standard one, and after its end. */
  greeting(mailbox: MailboxRef, occasion: GreetingOccasion, now: number): Promise<string | undefined>;
  /** All recordings of the mailbox, chosen or not, newest first. */
  greetings(mailbox: MailboxRef): Promise<readonly RecordedGreeting[]>;
  /** A new recording, chosen at once. */
  saveGreeting(
    mailbox: MailboxRef,
    use: GreetingUse,
    recorded: Pick<NewMessage, "files" | "durationMs">,
  ): Promise<void>;
  /** Without an id: the standard one again. */
  chooseGreeting(mailbox: MailboxRef, use: GreetingUse, id: string | undefined): Promise<void>;
  /** Newest last. */
  messages(mailbox: MailboxRef): Promise<readonly MailboxMessage[]>;
  counts(mailbox: MailboxRef): Promise<MessageCounts>;
  /**
   * Remembers, before the first word, who speaks: whatever ends the server, what was said is not lost. Returns the path
   * of its recording, without extension. `save`, `discard` or `rescue` follows.
   */
  begin(mailbox: MailboxRef, draft: MessageDraft): Promise<string>;
  /** Nothing was said that is worth keeping. */
  discard(mailbox: MailboxRef, messageId: string): Promise<void>;
  /** The audio ended in the middle: keeps what is in the file. False where that is nothing. */
  rescue(mailbox: MailboxRef, messageId: string): Promise<boolean>;
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
