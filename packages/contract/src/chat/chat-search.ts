import { z } from "zod";

/** Begins what is looked for on `fnd` when it is more than tags; JSON of a `ChatSearch` follows. */
export const CHAT_SEARCH_PREFIX = "x-search:";

export const ChatSearch = z.object({
  type: z.enum(["people", "teams", "messages"]),
  query: z.string().max(200),
  /** For messages: only in these, as the user calls them. */
  topics: z.array(z.string().min(1).max(64)).max(64).optional(),
});
export type ChatSearch = z.infer<typeof ChatSearch>;

/** What a client sets as the `public` of `fnd`. */
export function chatSearchText(search: ChatSearch): string {
  return `${CHAT_SEARCH_PREFIX}${JSON.stringify(search)}`;
}

/** Beside topic, number (`seq`), author (`user`) and time (`touched`) of a found message, in `private`. */
export interface FoundChatMessage {
  readonly text: string;
  readonly reply?: number;
}
