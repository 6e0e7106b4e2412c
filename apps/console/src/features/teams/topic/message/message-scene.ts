import type { EmojiMemory } from "@offhook/ui/emoji";
import type { ChosenMention } from "../../content/write-content.ts";
import type { Message } from "../../store/message.ts";
import type { TopicRecord } from "../../store/teams-state.ts";
import type { Names } from "../use-names.ts";

/** What every message of a topic needs to be shown. */
export interface MessageScene {
  readonly record: TopicRecord;
  readonly names: Names;
  readonly ownId: string | undefined;
  readonly timeZone: string;
  readonly acts: MessageActs;
}

/** What one can do with a message. */
export interface MessageActs {
  react(message: Message, emoji: string): void;
  openThread(seq: number): void;
  startEdit(message: Message | undefined): void;
  saveEdit(message: Message, typed: string, mentions: readonly ChosenMention[]): Promise<void>;
  remove(message: Message): void;
  forward(message: Message): void;
  copyLink(message: Message): void;
  makeTask(message: Message): void;
  markUnread(message: Message): void;
  copyText(text: string): void;
  readonly emojiMemory: EmojiMemory;
}
