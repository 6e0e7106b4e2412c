import { randomUUID } from "node:crypto";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { LOOPBACK, listenOnLoopback } from "../loopback-server.ts";
import { RecentItems } from "../recent-items.ts";

export interface ReceivedMail {
  readonly id: string;
  readonly receivedAt: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string | undefined;
  readonly attachments: readonly {
    readonly name: string;
    readonly type: string;
    readonly bytes: Uint8Array;
  }[];
}

export interface MailSink {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Oldest first. */
  mails(): readonly ReceivedMail[];
  onMail(listener: (mail: ReceivedMail) => void): () => void;
  clear(): void;
  stop(): Promise<void>;
}

const KEPT_MAILS = 500;
const MAX_MAIL_BYTES = 25 * 1024 * 1024;

/** A mail server that delivers nothing: it keeps what it is given, to be read on a page or by a test. */
export async function startMailSink({ now = Date.now }: { now?: () => number } = {}): Promise<MailSink> {
  const mails = new RecentItems<ReceivedMail>(KEPT_MAILS);
  const server = new SMTPServer({
    logger: false,
    banner: "Offhook mail sink",
    // It speaks on loopback only: a certificate nobody can check would add nothing.
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map((recipient) => recipient.address);
      readMail(stream, recipients, now()).then(
        (mail) => {
          mails.add(mail);
          done(null);
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  const port = await listenOnLoopback(server.server);
  // A client that hangs up in the middle is its own affair.
  server.on("error", () => {});
  return {
    url: `smtp://${LOOPBACK}:${port}`,
    mails: () => mails.all(),
    onMail: (listener) => mails.onNext(listener),
    clear: () => mails.clear(),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function readMail(
  stream: SMTPServerDataStream,
  recipients: readonly string[],
  receivedAt: number,
): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) {
    throw Object.assign(new Error("The mail is larger than this server accepts"), { responseCode: 552 });
  }
  const mail = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: "arraybuffer" });
  return {
    id: randomUUID(),
    receivedAt,
    from: mail.from?.address ?? "",
    to: recipients,
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html,
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? "attachment",
      type: mimeType,
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content),
    })),
  };
}
