import type { ChatData, TeamsNotification, UserSettings } from "@offhook/contract";
import { type MessageContent, readContent } from "../content/message-content.ts";
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
const EVERYBODY = /(?:^|\s)@(?:all|everyone|everybody|here)\b/i;

interface Addressed {
  readonly isDirect: boolean;
  readonly isByName: boolean;
  readonly isEverybody: boolean;
}

/** Of which messages the user wants to hear, for each of the five choices of the settings. */
const WANTED: Readonly<Record<TeamsNotification, (addressed: Addressed) => boolean>> = {
  disabled: () => false,
  allMsgs: () => true,
  diretOrMention: ({ isDirect, isByName, isEverybody }) => isDirect || isByName || isEverybody,
  mentions: ({ isByName, isEverybody }) => isByName || isEverybody,
  directMentions: ({ isByName }) => isByName,
};

/** Pure. Whether a message that has just come is told by the system and by a sound. */
export function noticeOf(data: ChatData, context: NoticeContext): Notice {
  const { now, ownId, topic, isOpen, settings } = context;
  if (isOpen || topic.isMuted || !isCounted(data, ownId) || now - Date.parse(data.ts) > FRESH_MS)
    return NOTHING;
  const addressed = {
    isDirect: !topic.isGroup,
    isByName: ownId !== undefined && mentionsOf(data).includes(ownId),
    isEverybody: EVERYBODY.test(readContent(data.content).text),
  };
  if (!WANTED[settings.teamsNotification](addressed)) return NOTHING;
  return { isShown: settings.webAppNotifications, playsSound: settings.teamsNotificationsSound };
}

/** What a notification says of a message. */
export function noticeText({ text, attachments }: MessageContent): string {
  if (text.trim() !== "") return text;
  return attachments.length > 1 ? "Shared multiple files" : "Shared a file";
}
