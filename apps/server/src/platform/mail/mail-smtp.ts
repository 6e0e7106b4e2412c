import { createTransport } from "nodemailer";
import type { Mailer } from "./mail.ts";

export interface SmtpOptions {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. */
  readonly url: string;
  /** `Name <address>` */
  readonly from: string;
}

const TIMEOUT_MS = 20_000;

export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Bodies are ours, but an address of a user must never make the server read a file or fetch a page.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@/, "").replace(/>$/, "");
  return {
    async send(id, mail, attachments = []) {
      const messageId = `<${id}@${domain}>`;
      await transport.sendMail({ from, ...mail, attachments: [...attachments], messageId });
    },
    close: () => transport.close(),
  };
}
