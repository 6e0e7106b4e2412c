import { z } from "zod";
import { defineApi } from "../define-api.ts";
import { text, trimmedText } from "../wire-values.ts";

const wholeNumber = (most: number) => z.coerce.number().int().min(0).max(most);

export const TeamsSearchQuery = z.object({
  /** As the user calls it; left out, all of their topics. */
  Topic: text(64).optional(),
  Term: trimmedText(200).min(1),
  From: wholeNumber(100_000).default(0),
  Size: wholeNumber(100).default(12),
});
export type TeamsSearchQuery = z.infer<typeof TeamsSearchQuery>;

export const FoundTeamsMessage = z.object({
  topic: z.string(),
  seq: z.number().int(),
  from: z.string(),
  ts: z.iso.datetime(),
  text: z.string(),
  /** The message it replies to. */
  reply: z.number().int().nullable(),
});
export type FoundTeamsMessage = z.infer<typeof FoundTeamsMessage>;

export const TeamsSearchResult = z.object({ total: z.number().int(), messages: z.array(FoundTeamsMessage) });
export type TeamsSearchResult = z.infer<typeof TeamsSearchResult>;

/** An empty nickname takes it away. */
export const TeamsNickname = z.object({ nickname: trimmedText(60), fn: trimmedText(120).optional() });
export type TeamsNickname = z.infer<typeof TeamsNickname>;

const Done = z.object({ done: z.literal(true) });

export const teamsApi = defineApi({
  searchTeams: {
    method: "GET",
    path: "/teams/search",
    access: "teamChat",
    summary: "Messages of the user's topics that hold these words, newest first",
    query: TeamsSearchQuery,
    result: TeamsSearchResult,
  },
  setTeamsNickname: {
    method: "PUT",
    path: "/teams/set-nickname",
    access: "teamChat",
    summary: "How the user is called in chat",
    body: TeamsNickname,
    result: Done,
  },
  markTeamsRead: {
    method: "PUT",
    path: "/teams/read",
    access: "teamChat",
    summary: "Mark all chats as read",
    result: Done,
  },
});
