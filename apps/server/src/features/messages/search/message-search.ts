import type { FoundSms, SmsSearchQuery, SmsSearchResult } from "@offhook/contract";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import { readConversations } from "../conversations/conversation-repository.ts";
import { chosenLines, listOwnSmsLines } from "../conversations/sms-line-repository.ts";
import { type FoundMessageRow, searchConversations, searchMessages } from "./message-search-repository.ts";

/** From so few digits on nearly every number would fit. */
const MIN_DIGITS = 3;
const PHONE_LIKE = /^[\d\s()+.*#-]+$/;

/** Searches the texts of the user's lines, and the people they were exchanged with. */
export class MessageSearch {
  readonly #database: Pick<Database, "query">;

  constructor(database: Pick<Database, "query">) {
    this.#database = database;
  }

  async find(
    actor: Actor,
    { q, sms_line, match = [], offset, limit }: SmsSearchQuery,
  ): Promise<SmsSearchResult> {
    const { query } = this.#database;
    const lines = chosenLines(await listOwnSmsLines(query, actor), sms_line);
    const lineIds = lines.map(({ id }) => id);
    const words = searchWords(q);
    const [found, conversationIds] = await Promise.all([
      // One more tells whether there are more.
      words === undefined ? [] : searchMessages(query, { lineIds, words, offset, limit: limit + 1 }),
      offset > 0 ? [] : searchConversations(query, { lineIds, digits: digitsOf(q), numbers: match, limit }),
    ]);
    return {
      conversations: await readConversations(query, conversationIds),
      messages: found.slice(0, limit).map(toFound),
      hasMore: found.length > limit,
    };
  }
}

/** Every word must stand there, the last one may be only begun. */
function searchWords(typed: string): string | undefined {
  const words = typed.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words?.map((word, index) => (index === words.length - 1 ? `${word}:*` : word)).join(" & ");
}

function digitsOf(typed: string): string | undefined {
  const digits = typed.replace(/\D/g, "");
  return PHONE_LIKE.test(typed) && digits.length >= MIN_DIGITS ? digits : undefined;
}

function toFound(row: FoundMessageRow): FoundSms {
  return {
    id: String(row.id),
    smsLine: row.line,
    conversation: row.number,
    kind: row.kind === "comment" ? "comment" : "text",
    direction: row.direction === "in" ? "in" : "out",
    text: row.text,
    sent_by_name: row.senderName,
    time: row.at.getTime(),
  };
}
