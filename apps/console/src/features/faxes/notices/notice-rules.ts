import type { Fax, FaxDetails, UserSettings } from "@offhook/contract";
import { deliveryOf } from "../fax-words.ts";

export interface NoticeContext {
  readonly now: number;
  /** The lines whose faxes the user wants to see. */
  readonly lines: readonly string[];
  /** The newest received fax of the line. */
  readonly latest: Fax | undefined;
  readonly settings: Pick<UserSettings, "webAppNotifications">;
}

/** What came while the page was away is in the list, new; nobody wants to hear of it one by one. */
const FRESH_MS = 60_000;

/** Pure. Whether a fax is told by the system: of an active line, and while nobody else has sent one since. */
export function isTold(fax: Fax, { now, lines, latest, settings }: NoticeContext): boolean {
  return (
    settings.webAppNotifications &&
    lines.includes(fax.mailbox) &&
    latest?.callerId === fax.callerId &&
    now - fax.time_ms <= FRESH_MS
  );
}

export interface FailureContext extends Omit<NoticeContext, "latest"> {
  readonly userId: number;
}

/** Pure. Whether a failure is told by the system: to the person who sent the fax, unless somebody canceled it. */
export function isFailureTold(fax: FaxDetails, { now, lines, settings, userId }: FailureContext): boolean {
  const failedAt = (fax.attempts.at(-1)?.ended ?? fax.time) * 1000;
  return (
    settings.webAppNotifications &&
    lines.includes(fax.mailbox) &&
    deliveryOf(fax) === "failed" &&
    fax.reason !== "canceled" &&
    fax.sent_by?.user_id === userId &&
    now - failedAt <= FRESH_MS
  );
}
