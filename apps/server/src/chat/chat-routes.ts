import { type ChatHub, listedName, storedTopicName } from "@offhook/chat";
import type { FoundTeamsMessage, TeamsSearchQuery, TeamsSearchResult, teamsApi } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../database/database.ts";
import type { Handlers } from "../http/handlers.ts";
import type { Actor } from "../platform/actor.ts";
import { findChatAccount, setNickname } from "./chat-account-repository.ts";
import { type ChatAccounts, publicOf } from "./chat-accounts.ts";
import { type FoundMessageRow, searchChatMessages } from "./chat-search-repository.ts";
import { updateChatUser } from "./chat-user-repository.ts";

export interface ChatRoutesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: ChatAccounts;
  readonly hub: ChatHub;
}

/** What the console asks of chat outside its wire. */
export function chatRoutes(deps: ChatRoutesDeps): Handlers<typeof teamsApi> {
  return {
    searchTeams: ({ actor, query }) => search(deps, actor, query),
    setTeamsNickname: async ({ actor, body }) => {
      await changeNickname(deps, actor, body.nickname);
      return { done: true as const };
    },
    markTeamsRead: async ({ actor }) => {
      await deps.hub.markAllRead(await deps.accounts.userOf(actor));
      return { done: true as const };
    },
  };
}

async function search(
  { database, accounts }: ChatRoutesDeps,
  actor: Actor,
  { Topic, Term, From, Size }: TeamsSearchQuery,
): Promise<TeamsSearchResult> {
  const words = searchWords(Term);
  const user = await accounts.userOf(actor);
  const topic = Topic === undefined ? undefined : storedTopicName(user, Topic);
  if (words === undefined || (Topic !== undefined && topic === undefined)) return { total: 0, messages: [] };
  const rows = await searchChatMessages(database.query, user, { topic, words, offset: From, limit: Size });
  return { total: Number(rows[0]?.total ?? 0), messages: rows.map((row) => toFound(row, user)) };
}

/** Every word must stand there, the last one may be only begun. */
function searchWords(term: string): string | undefined {
  const words = term.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words?.map((word, index) => (index === words.length - 1 ? `${word}:*` : word)).join(" & ");
}

function toFound(row: FoundMessageRow, user: string): FoundTeamsMessage {
  const reply = /:(\d{1,15})$/.exec(row.reply ?? "")?.[1];
  return {
    topic: listedName(row.kind, row.topic, user),
    seq: row.seq,
    from: row.from_user,
    ts: row.sent_at.toISOString(),
    text: row.plain_text,
    reply: reply === undefined ? null : Number(reply),
  };
}

async function changeNickname(
  { database, accounts, hub, clock }: ChatRoutesDeps,
  actor: Actor,
  nickname: string,
) {
  const user = await accounts.userOf(actor);
  await setNickname(database.query, actor.userId, nickname);
  const account = await findChatAccount(database.query, actor.userId);
  if (!account) return;
  await updateChatUser(database.query, user, { public: publicOf(account), updatedAt: clock.now() });
  await hub.userChanged(user);
}
