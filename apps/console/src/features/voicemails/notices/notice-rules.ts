import type { UserSettings, Voicemail } from "@offhook/contract";

export interface NoticeContext {
  readonly now: number;
  /** The boxes whose messages the user wants to see. */
  readonly boxes: readonly string[];
  /** The newest message of the box. */
  readonly latest: Voicemail | undefined;
  readonly settings: Pick<UserSettings, "webAppNotifications">;
}

/** What came while the page was away is in the list, new; nobody wants to hear of it one by one. */
const FRESH_MS = 60_000;

/** Pure. Whether a voicemail is told by the system: of an active box, and while nobody else has spoken since. */
export function isTold(voicemail: Voicemail, { now, boxes, latest, settings }: NoticeContext): boolean {
  const endedAt = voicemail.time_ms + voicemail.duration * 1000;
  return (
    settings.webAppNotifications &&
    boxes.includes(voicemail.mailbox) &&
    latest?.callerId === voicemail.callerId &&
    now - endedAt <= FRESH_MS
  );
}
