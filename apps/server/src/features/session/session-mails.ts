import type { Mail } from "../../platform/mail/mail.ts";
import { composeMail } from "../../platform/mail/mail-layout.ts";
import type { Account } from "./accounts/account-repository.ts";

const NOT_YOU = "If that was not you, reset your password at once and tell your administrator.";

function greeting({ firstname }: Account): string {
  return firstname ? `Hello ${firstname},` : "Hello,";
}

export function codeMail(account: Account, code: string, minutes: number): Mail {
  return composeMail(account.email, {
    subject: "Your sign-in code",
    paragraphs: [
      `${greeting(account)} this is the code to verify your identity:`,
      `It is valid for ${minutes} minutes. If you did not try to sign in, someone else knows your password: change it.`,
    ],
    code,
  });
}

export function codeText(code: string, minutes: number): string {
  return `${code} is your Offhook sign-in code. It is valid for ${minutes} minutes.`;
}

export function resetMail(account: Account, url: string): Mail {
  return composeMail(account.email, {
    subject: "Reset your password",
    paragraphs: [
      `${greeting(account)} with this link you can set a new password:`,
      "The link works once, within one hour. If you did not ask for it, you can ignore this mail.",
    ],
    action: { label: "Set a new password", url },
  });
}

/** For accounts that sign in with Google or Microsoft only. */
export function noPasswordMail(account: Account, url: string): Mail {
  return composeMail(account.email, {
    subject: "Reset your password",
    paragraphs: [
      `${greeting(account)} you asked for a new password, but your account has none: sign in with your Google or Microsoft account instead.`,
    ],
    action: { label: "Sign in", url },
  });
}

export function passwordChangedMail(account: Account): Mail {
  return composeMail(account.email, {
    subject: "Your password was changed",
    paragraphs: [
      `${greeting(account)} the password of your account ${account.username} was changed just now, and other devices were signed out.`,
      NOT_YOU,
    ],
  });
}

export function tfaAddedMail(account: Account, title: string): Mail {
  return composeMail(account.email, {
    subject: "Two-factor sign-in was changed",
    paragraphs: [`${greeting(account)} "${title}" was added as a way to confirm your sign-ins.`, NOT_YOU],
  });
}

export function tfaRemovedMail(account: Account, title: string): Mail {
  return composeMail(account.email, {
    subject: "Two-factor sign-in was changed",
    paragraphs: [`${greeting(account)} "${title}" was removed as a way to confirm your sign-ins.`, NOT_YOU],
  });
}
