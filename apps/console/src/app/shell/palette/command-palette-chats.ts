import type { FoundTeamsMessage } from "@offhook/contract";
import { useUser } from "../../../features/session/index.ts";
import { useQuery } from "../../../platform/api/queries.ts";
import { paths } from "../../../platform/navigation/paths.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useSettled } from "../../../platform/rendering/use-settled.ts";
import type { Command, CommandContext } from "./command.ts";
import { ranked } from "./command-palette-matching.ts";

type ChatContext = Pick<CommandContext, "features" | "chats" | "chatMessages">;

const MAX_CHATS = 5;
const SHORTEST = 2;
/** The specification's page of the chat search. */
const PAGE_SIZE = 12;
const LONGEST_TITLE = 80;
const NONE: readonly FoundTeamsMessage[] = [];

/** Pure. The user's chats of that name. */
export function chatCommands(query: string, { features, chats }: ChatContext): readonly Command[] {
  if (!features.teamChat) return [];
  const named = chats.map(({ id, name }) => ({ id, title: name, keywords: "chat team" }));
  return ranked(query, named)
    .slice(0, MAX_CHATS)
    .map(({ id, title }) => ({
      id: `chat ${id}`,
      group: "Chats",
      title,
      act: { kind: "go", path: paths.chat(id) },
    }));
}

/** Pure. Messages that hold these words, and the way to all of them. */
export function chatWordsCommands(query: string, context: ChatContext): readonly Command[] {
  if (!context.features.teamChat || context.chatMessages.length === 0) return [];
  const names = new Map(context.chats.map(({ id, name }) => [id, name]));
  const found = context.chatMessages.map(({ topic, seq, reply, text }): Command => {
    const place = reply === null ? { seq: `${seq}` } : { seq: `${reply}`, reply: `${seq}` };
    return {
      id: `chat message ${topic} ${seq}`,
      group: "Chats",
      title: text.replace(/\s+/g, " ").slice(0, LONGEST_TITLE),
      detail: names.get(topic) ?? "",
      act: {
        kind: "go",
        path: paths.foundInChat(topic, { search: query, ...place }),
      },
    };
  });
  const all: Command = {
    id: "search chat",
    group: "Chats",
    title: `Search chat for “${query}”`,
    act: { kind: "go", path: paths.noChat(query) },
  };
  return [...found, all];
}

/** Asks the service once the typing rests. Without an answer there is still the way to the search of chat. */
export function useFoundChatMessages(typed: string): readonly FoundTeamsMessage[] {
  const { client } = usePlatform();
  const { features } = useUser();
  const term = useSettled(typed.trim());
  const { data } = useQuery({
    queryKey: ["paletteChat", term],
    queryFn: () => client.searchTeams({ query: { Term: term, From: 0, Size: PAGE_SIZE } }),
    enabled: features.teamChat && term.length >= SHORTEST,
  });
  return data !== undefined && term === typed.trim() ? data.messages : NONE;
}
