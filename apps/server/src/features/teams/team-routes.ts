import { type ChatHub, storedTopicName } from "@offhook/chat";
import type {
  ProfileUpdate,
  TeamsNickname,
  TeamsSearchQuery,
  TeamsSearchResult,
  teamsApi,
} from "@offhook/contract";
import { searchTerms } from "@offhook/search";
import type { Database } from "../../database/database.ts";
import type { SearchIndex } from "../../database/search/search-index.ts";
import type { Handlers } from "../../http/routes/handlers.ts";
import type { Actor } from "../../platform/actor.ts";
import type { ChatAccounts } from "./chat-accounts.ts";
import { searchChat, toFoundTeamsMessage } from "./chat-search.ts";

export interface TeamRoutesDeps {
  readonly database: Database;
  readonly index: SearchIndex;
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
  deps: TeamRoutesDeps,
  actor: Actor,
  { Topic, Term, From, Size }: TeamsSearchQuery,
): Promise<TeamsSearchResult> {
  const user = await deps.accounts.userOf(actor);
  const topic = Topic === undefined ? undefined : storedTopicName(user, Topic);
  if (Topic !== undefined && topic === undefined) return { total: 0, messages: [] };
  const terms = searchTerms(Term);
  const { total, messages } = await searchChat(deps, user, {
    terms,
    topics: topic === undefined ? undefined : [topic],
    offset: From,
    limit: Size,
  });
  return { total, messages: messages.map((message) => toFoundTeamsMessage(message, user)) };
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
