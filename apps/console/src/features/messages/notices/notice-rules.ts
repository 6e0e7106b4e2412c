import type { SmsEvent, UserSettings } from "@offhook/contract";

export interface NoticeContext {
  readonly now: number;
  /** The conversation lies open before the user. */
  readonly isOpen: boolean;
  /** The lines whose messages the user wants to see. */
  readonly lines: readonly string[];
  readonly settings: Pick<UserSettings, "webAppNotifications" | "playSMSIncomingSound">;
}

export interface Notice {
  readonly isShown: boolean;
  readonly playsSound: boolean;
}

/** What came while the page was away is in the list, unread; nobody wants to hear of it one by one. */
const FRESH_MS = 60_000;
const NOTHING: Notice = { isShown: false, playsSound: false };

/** Pure. Whether a text that comes in is told by the system and by a sound. */
export function noticeOf(
  { smsLine, message, conversation }: Extract<SmsEvent, { type: "MO" | "SMS_MENTION" }>,
  { now, isOpen, lines, settings }: NoticeContext,
): Notice {
  if (conversation.blocked || !lines.includes(smsLine) || now - message.time > FRESH_MS) return NOTHING;
  return {
    isShown: settings.webAppNotifications && !isOpen,
    playsSound: settings.playSMSIncomingSound,
  };
}
