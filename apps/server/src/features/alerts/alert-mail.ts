import type { AdminAlert } from "../../platform/admin-alerts.ts";
import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.ts";

export function alertMail(address: string, { title, text }: AdminAlert, consoleUrl: string): Mail {
  return composeMail(address, {
    subject: title,
    paragraphs: [text, "You get this mail because you look after your company's phone system."],
    action: { label: "Open Offhook", url: consoleUrl },
  });
}
