import type { TeamsNotification } from "../settings/index.ts";

// Apart from the schemas: the console asks this for every message.

/** How a message of team chat concerns a user. */
interface ChatAddress {
  readonly isDirect: boolean;
  readonly isByName: boolean;
  readonly isEverybody: boolean;
}

const EVERYBODY = /(?:^|\s)@(?:all|everyone|everybody|here)\b/i;

/** Of which messages a user wants to hear, for each of the five choices of the settings. */
const WANTED: Readonly<Record<TeamsNotification, (address: ChatAddress) => boolean>> = {
  disabled: () => false,
  allMsgs: () => true,
  diretOrMention: ({ isDirect, isByName, isEverybody }) => isDirect || isByName || isEverybody,
  mentions: ({ isByName, isEverybody }) => isByName || isEverybody,
  directMentions: ({ isByName }) => isByName,
};

export interface AddressedMessage {
  readonly isDirect: boolean;
  readonly text: string;
  /** Chat users whom it names. */
  readonly mentions: readonly string[];
}

/** Pure. Whether a user with this setting wants to be told of a message. */
export function wantsChatNotice(
  setting: TeamsNotification,
  { isDirect, text, mentions }: AddressedMessage,
  chatUser: string | undefined,
): boolean {
  const isByName = chatUser !== undefined && mentions.includes(chatUser);
  return WANTED[setting]({ isDirect, isByName, isEverybody: EVERYBODY.test(text) });
}
