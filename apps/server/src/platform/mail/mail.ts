/** A stored file that goes with a mail. It is read when the mail is handed over; one that is gone by then is left out. */
export interface MailAttachment {
  readonly filename: string;
  /** Of the object store. */
  readonly key: string;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}

export interface ReadAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Hands a mail to a mail server. It throws when that fails; the caller decides whether to try again. */
export interface Mailer {
  /** `id` stays the same when a mail is handed over again, so that a receiver can tell a repeat from a second mail. */
  send(id: string, mail: Mail, attachments?: readonly ReadAttachment[]): Promise<void>;
  close(): void;
}
