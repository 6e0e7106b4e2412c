import { NOT_AUTHENTICATED, TOKEN_EXPIRED } from "@offhook/contract";
import { DomainError } from "../../platform/domain-error.ts";
import { waitText } from "./password/throttle-policy.ts";
import type { EndReason } from "./sessions/session-repository.ts";

export const tokenExpired = (): DomainError =>
  new DomainError("unauthenticated", TOKEN_EXPIRED, "The access token is missing, malformed or has expired");

/** The sign-in page shows it: whoever is signed out without having asked for it wants to know why. */
const GONE_TEXTS: Readonly<Partial<Record<EndReason, string>>> = {
  endedByUser: "You were signed out from another of your devices.",
  passwordChanged: "Your password was changed, so this device was signed out. Sign in with the new one.",
  userDisabled: "Your account has been disabled. Ask your administrator for help.",
  tokenReused:
    "A copy of your sign-in turned up, so it was ended. Sign in again, and change your password if you do not know why.",
  addressRestored: "The change of your email was taken back, so every device was signed out.",
};

/** Only who shows a token of the session learns why it ended. */
export const sessionGone = (reason?: EndReason | null): DomainError =>
  new DomainError(
    "unauthenticated",
    NOT_AUTHENTICATED,
    (reason && GONE_TEXTS[reason]) ?? "You have been signed out. Please sign in again.",
  );

/** One text for every reason, or it would tell which accounts exist. */
export const badCredentials = (): DomainError =>
  new DomainError("unauthenticated", "session.badCredentials", "Wrong username or password");

export const tooManyAttempts = (remainingMs: number): DomainError =>
  new DomainError(
    "tooMany",
    "session.tooManyAttempts",
    `Too many attempts. Try again ${waitText(remainingMs)}.`,
  );

export const wrongPassword = (): DomainError =>
  new DomainError("invalid", "session.wrongPassword", "The current password is wrong");

export const noPassword = (): DomainError =>
  new DomainError(
    "conflict",
    "session.noPassword",
    "This account has no password: it signs in with Google or Microsoft.",
  );

export const samePassword = (): DomainError =>
  new DomainError("invalid", "session.samePassword", "The new password must differ from the current one");

export const resetLinkInvalid = (): DomainError =>
  new DomainError(
    "invalid",
    "session.resetLinkInvalid",
    "This link has expired or was already used. Please ask for a new one.",
  );

export const loginLinkInvalid = (): DomainError =>
  new DomainError(
    "unauthenticated",
    "session.loginLinkInvalid",
    "This sign-in link has expired or was already used.",
  );

export const sessionNotFound = (): DomainError =>
  new DomainError("notFound", "session.notFound", "This device is no longer signed in");

export const providerNotOffered = (provider: string): DomainError =>
  new DomainError("notFound", "session.providerNotOffered", `Sign-in with ${provider} is not set up here.`);

export const providerUnavailable = (provider: string, cause: unknown): DomainError =>
  new DomainError(
    "unavailable",
    "session.providerUnavailable",
    `${provider} does not answer right now. Please try again, or sign in with your password.`,
    { cause },
  );

export const providerRefused = (provider: string, cause: unknown): DomainError =>
  new DomainError(
    "unauthenticated",
    "session.providerRefused",
    `${provider} did not confirm the sign-in. Please try again.`,
    { cause },
  );

export const redirectForeign = (): DomainError =>
  new DomainError(
    "invalid",
    "session.redirectForeign",
    "Sign in at the address of this server: the answer of the provider went to another one.",
  );

export const otherIdentity = (provider: string): DomainError =>
  new DomainError(
    "forbidden",
    "session.otherIdentity",
    `This is not the ${provider} account that you sign in here with.`,
  );

export const noAccount = (provider: string): DomainError =>
  new DomainError("forbidden", "session.noAccount", `No account here belongs to this ${provider} account.`);

/** The same whoever asks, so it tells nothing about accounts. */
export const mailOff = (): DomainError =>
  new DomainError(
    "conflict",
    "session.mailOff",
    "This server cannot send mail yet. Ask your administrator to set it up (SMTP_URL), or to make the change for you.",
  );
