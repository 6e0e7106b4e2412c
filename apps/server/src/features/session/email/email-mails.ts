import type { Mail } from "../../../platform/mail/mail.ts";
import { composeMail } from "../../../platform/mail/mail-layout.ts";
import type { Account } from "../accounts/account-repository.ts";

function greeting({ firstname }: Account): string {
  return firstname ? `Hello ${firstname},` : "Hello,";
}

/** To the new address. */
export function confirmEmailMail(account: Account, email: string, url: string): Mail {
  return composeMail(email, {
    subject: "Confirm your new address",
    paragraphs: [
      `Hello, the account ${account.username} wants to use this address. Confirm it with this link:`,
      "The link works once, within 24 hours. If this is not your account, ignore this mail: nothing changes.",
    ],
    action: { label: "Confirm the address", url },
  });
}

/** To the present address, when another one was asked for. */
export function emailAskedMail(account: Account, email: string, url: string): Mail {
  return composeMail(account.email, {
    subject: "A new address was asked for",
    paragraphs: [
      `${greeting(account)} someone who is signed in to your account wants to change its address to ${email}. You need not do anything if that was you.`,
      "If it was not you, stop it with this link. It also signs out every device and lets you set a new password.",
    ],
    action: { label: "This was not me", url },
  });
}

/** To the former address, when the new one was confirmed. */
export function emailChangedMail(account: Account, email: string, url: string): Mail {
  return composeMail(account.email, {
    subject: "Your address was changed",
    paragraphs: [
      `${greeting(account)} your account now belongs to ${email}. You sign in with that address, and mail goes there.`,
      "If that was not you, take it back with this link within 7 days. It also signs out every device and lets you set a new password.",
    ],
    action: { label: "Take my address back", url },
  });
}
