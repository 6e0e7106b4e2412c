import type { Clock } from "@offhook/kernel";
import {
  type Fit,
  fitOf,
  folded,
  numberSearch,
  type SearchOperator,
  searchDay,
  searchTerms,
} from "@offhook/search";
import type { Database } from "../../database/database.ts";
import type { SearchIndex } from "../../database/search/search-index.ts";
import type { Actor } from "../../platform/actor.ts";
import type { FoundPeople } from "../contacts/index.ts";
import { daySpan } from "./day-span.ts";
import type { MeantOperator, MeantPeople } from "./search-filters.ts";
import { listChatUsers, listTopicNames } from "./search-rights-repository.ts";
import type { SearchScopes } from "./search-scopes.ts";

export interface MeaningDeps {
  readonly database: Pick<Database, "query">;
  readonly index: SearchIndex;
  readonly clock: Pick<Clock, "now">;
  readonly people: FoundPeople;
}

export interface MeaningFor {
  readonly actor: Actor;
  readonly scopes: SearchScopes;
  readonly timezone: string;
}

const MOST_MEANT = 100;

/** What was typed behind operators, as this user means it: people, lines, chats and days. */
export function meantOperators(
  deps: MeaningDeps,
  asking: MeaningFor,
  operators: readonly SearchOperator[],
): Promise<MeantOperator[]> {
  return Promise.all(operators.map((operator) => meant(deps, asking, operator)));
}

async function meant(
  deps: MeaningDeps,
  asking: MeaningFor,
  { name, value }: SearchOperator,
): Promise<MeantOperator> {
  switch (name) {
    case "from":
    case "to":
    case "with":
      return { name, value, people: await meantPeople(deps, asking, value) };
    case "before":
    case "after":
    case "on": {
      const day = searchDay(value);
      return day ? { name, value, span: daySpan(day, deps.clock.now(), asking.timezone) } : { name, value };
    }
    case "line":
      return { name, value, scopes: meantLines(asking.scopes, value) };
    case "in":
      return { name, value, scopes: await meantChats(deps, asking, value) };
    case "has":
    case "is":
      return { name, value };
  }
}

async function meantPeople(
  { database, index, people }: MeaningDeps,
  { actor, scopes }: MeaningFor,
  value: string,
): Promise<MeantPeople> {
  const nobody: MeantPeople = { isMe: false, numbers: [], digits: [], userIds: [], chatUsers: [] };
  if (value.toLowerCase() === "me") {
    const { chatUser } = scopes.reader;
    return {
      ...nobody,
      isMe: true,
      userIds: [actor.userId],
      chatUsers: chatUser === undefined ? [] : [chatUser],
    };
  }
  const number = numberSearch(value);
  if (number && number.rest.length === 0) return { ...nobody, digits: number.digits };
  const reader = { ...scopes.reader, scopes: scopes.byCategory.contacts };
  const found = await index.findNames({ reader, terms: searchTerms(value), limit: MOST_MEANT });
  const userIds = found.filter((id) => id.startsWith("-")).map((id) => Number(id.slice(1)));
  const [numbers, chatUsers] = await Promise.all([
    found.length === 0 ? [] : people.numbersOf(actor.customerId, found),
    userIds.length === 0 ? [] : listChatUsers(database.query, userIds),
  ]);
  return { ...nobody, numbers, userIds, chatUsers };
}

const isNamed = (name: string, value: string): Fit | undefined => {
  const terms = searchTerms(value);
  return terms.length === 0 ? undefined : fitOf(terms, folded(name));
};

function meantLines({ lines }: SearchScopes, value: string): string[] {
  const number = numberSearch(value);
  return lines
    .filter(
      ({ name, number: own }) => isNamed(name, value) || number?.digits.some((part) => own.includes(part)),
    )
    .map(({ scope }) => scope);
}

async function meantChats(
  { database }: MeaningDeps,
  { scopes: { reader } }: MeaningFor,
  value: string,
): Promise<string[]> {
  if (reader.chatUser === undefined) return [];
  const topics = await listTopicNames(database.query, reader.chatUser);
  return topics.filter(({ name }) => isNamed(name, value)).map(({ topic }) => `topic:${topic}`);
}
