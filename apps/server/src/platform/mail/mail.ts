export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands a mail to a mail server. It throws when that fails; the caller decides whether to try again. */
export interface Mailer {
  /** `id` stays the same when a mail is handed over again, so that a receiver can tell a repeat from a second mail. */
  send(id: string, mail: Mail): Promise<void>;
  close(): void;
}
