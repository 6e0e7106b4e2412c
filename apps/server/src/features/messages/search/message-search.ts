import type { SmsSearchQuery, SmsSearchResult } from "@offhook/contract";
import { numberSearch, searchTerms } from "@offhook/search";
import type { Database } from "../../../database/database.ts";
import { NO_FILTER, type SearchIndex, type SearchQuestion } from "../../../database/search/search-index.ts";
import type { Actor } from "../../../platform/actor.ts";
import { readConversations } from "../conversations/conversation-repository.ts";
import { chosenLines, listOwnSmsLines } from "../conversations/sms-line-repository.ts";
import { readFoundTexts } from "./message-search-repository.ts";

export interface MessageSearchDeps {
  readonly database: Pick<Database, "query">;
  readonly index: SearchIndex;
}

/** Searches the texts of the user's lines, and the people they were exchanged with. */
export class MessageSearch {
  readonly #deps: MessageSearchDeps;

  constructor(deps: MessageSearchDeps) {
    this.#deps = deps;
  }

  async find(
    actor: Actor,
    { q, sms_line, match = [], offset, limit }: SmsSearchQuery,
  ): Promise<SmsSearchResult> {
    const { index, database } = this.#deps;
    const lines = chosenLines(await listOwnSmsLines(database.query, actor), sms_line);
    const words = { terms: searchTerms(q), number: numberSearch(q), parties: match, day: undefined };
    const { userId, customerId } = actor;
    const scopes = lines.map(({ id }) => `sms:${id}`);
    const question: Omit<SearchQuestion, "wanted"> = {
      reader: { userId, customerId, chatUser: undefined, scopes },
      words,
      filter: NO_FILTER,
    };
    const isNothing = words.terms.length === 0 && match.length === 0;
    const [found, conversations] = await Promise.all([
      // One more tells whether there are more.
      words.terms.length === 0 ? [] : index.find("smsm", { ...question, wanted: offset + limit + 1 }),
      isNothing || offset > 0 ? [] : index.find("smsc", { ...question, wanted: limit }),
    ]);
    return {
      conversations: await readConversations(database.query, conversations.map(Number)),
      messages: await readFoundTexts(database.query, customerId, found.slice(offset, offset + limit)),
      hasMore: found.length > offset + limit,
    };
  }
}
