import { type ChatData, type UserSettings, wantsChatNotice } from "@offhook/contract";
import { type MessageContent, readContent, UNREADABLE_MESSAGE } from "../content/message-content.ts";
import { isCounted, mentionsOf } from "../store/message.ts";
import type { Topic } from "../store/topic.ts";

export interface NoticeContext {
  readonly now: number;
  readonly ownId: string | undefined;
  readonly topic: Pick<Topic, "isGroup" | "isMuted">;
  /** The topic lies open before the user. */
  readonly isOpen: boolean;
  readonly settings: Pick<
    UserSettings,
    "teamsNotification" | "teamsNotificationsSound" | "webAppNotifications"
  >;
}

export interface Notice {
  readonly isShown: boolean;
  readonly playsSound: boolean;
}

const NOTHING: Notice = { isShown: false, playsSound: false };
/** What came while the page was away is in the list, unread; nobody wants to hear of it one by one. */
const FRESH_MS = 60_000;

/** Pure. Whether a message that has just come is told by the system and by a sound. */
export function noticeOf(data: ChatData, context: NoticeContext): Notice {
  const { now, ownId, topic, isOpen, settings } = context;
  if (isOpen || topic.isMuted || !isCounted(data, ownId) || now - Date.parse(data.ts) > FRESH_MS)
    return NOTHING;
  const message = {
    isDirect: !topic.isGroup,
    text: readContent(data.content).text,
    mentions: mentionsOf(data),
  };
  if (!wantsChatNotice(settings.teamsNotification, message, ownId)) return NOTHING;
  return { isShown: settings.webAppNotifications, playsSound: settings.teamsNotificationsSound };
}

/** What a notification says of a message. */
export function noticeText({ text, attachments }: MessageContent): string {
  if (text.trim() !== "") return text;
  if (attachments.length === 0) return UNREADABLE_MESSAGE;
  return attachments.length > 1 ? "Shared multiple files" : "Shared a file";
}
