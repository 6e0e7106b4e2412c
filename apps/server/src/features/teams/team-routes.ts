import { type ChatHub, listedName, storedTopicName } from "@offhook/chat";
import type {
  FoundTeamsMessage,
  ProfileUpdate,
  TeamsNickname,
  TeamsSearchQuery,
  TeamsSearchResult,
  teamsApi,
} from "@offhook/contract";
import type { Database } from "../../database/database.ts";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { Actor } from "../../platform/actor.ts";
import type { ChatAccounts } from "./chat-accounts.ts";
import {
  type FoundMessageRow,
  searchChatMessages,
  searchQuery,
  toFoundMessage,
} from "./chat-search-repository.ts";

export interface TeamRoutesDeps {
  readonly database: Database;
  readonly accounts: ChatAccounts;
  readonly hub: ChatHub;
  /** Names are the profile's: chat hears of a change as everybody does. */
  readonly saveProfile: (actor: Actor, update: Omit<ProfileUpdate, "email">) => Promise<unknown>;
}

/** What the console asks of team chat over REST. */
export function teamRoutes(deps: TeamRoutesDeps): Handlers<typeof teamsApi> {
  return {
    searchTeams: ({ actor, query }) => search(deps, actor, query),
    setTeamsNickname: async ({ actor, body }) => {
      await deps.saveProfile(actor, { teamsNickname: body.nickname, ...nameFrom(body.fn) });
      return { done: true as const };
    },
    markTeamsRead: async ({ actor }) => {
      await deps.hub.markAllRead(await deps.accounts.userOf(actor));
      return { done: true as const };
    },
  };
}

async function search(
  { database, accounts }: TeamRoutesDeps,
  actor: Actor,
  { Topic, Term, From, Size }: TeamsSearchQuery,
): Promise<TeamsSearchResult> {
  const words = Term.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  const user = await accounts.userOf(actor);
  const topic = Topic === undefined ? undefined : storedTopicName(user, Topic);
  if (!words || (Topic !== undefined && topic === undefined)) return { total: 0, messages: [] };
  const rows = await searchChatMessages(database.query, user, {
    topics: topic === undefined ? undefined : [topic],
    words: searchQuery(words),
    offset: From,
    limit: Size,
  });
  return { total: Number(rows[0]?.total ?? 0), messages: rows.map((row) => toFound(row, user)) };
}

function toFound(row: FoundMessageRow, user: string): FoundTeamsMessage {
  const { topic, kind, seq, from, at, text, reply = null } = toFoundMessage(row);
  const ts = new Date(at).toISOString();
  return { topic: listedName(kind, topic, user), seq, from, ts, text, reply };
}

/** The last word is the family name; of a single word there is none. An empty name changes nothing. */
function nameFrom(fn: TeamsNickname["fn"]): Pick<ProfileUpdate, "firstname" | "lastname"> {
  const words = fn?.split(/\s+/).filter((word) => word !== "") ?? [];
  const [first] = words;
  if (first === undefined) return {};
  return words.length === 1
    ? { firstname: first, lastname: "" }
    : { firstname: words.slice(0, -1).join(" "), lastname: words.at(-1) ?? "" };
}
