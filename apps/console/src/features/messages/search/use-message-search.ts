import type { FoundSms, SmsConversation } from "@offhook/contract";
import { useMemo } from "react";
import { useStore } from "zustand";
import { useInfiniteQuery } from "../../../platform/api/queries.ts";
import { useSettled } from "../../../platform/rendering/use-settled.ts";
import { useSuggestedPeople } from "../../contacts/index.ts";
import { useTextMessages } from "../use-text-messages.ts";
import { SHORTEST_SEARCH } from "./search-words.ts";

const PAGE_SIZE = 12;
const MATCHED_PEOPLE = 50;

export interface MessageSearch {
  /** What was looked for. */
  readonly term: string;
  readonly conversations: readonly SmsConversation[];
  readonly messages: readonly FoundSms[];
  readonly status: "loading" | "failed" | "ready";
  readonly retry: () => void;
  /** Undefined where there are no more. */
  readonly more: (() => void) | undefined;
}

/** Messages of the shown lines that hold the words, and conversations with people of that name or number. */
export function useMessageSearch(typed: string): MessageSearch {
  const { api, lists } = useTextMessages();
  const lines = useStore(lists.state, (state) => state.choice.lines);
  const term = useSettled(typed.trim());
  const people = useSuggestedPeople(term, MATCHED_PEOPLE, "text");
  const match = useMemo(() => [...new Set(people.map(({ number }) => number))], [people]);
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ["sms-search", term, lines.join(), match.join()],
    queryFn: ({ pageParam }) => api.search({ term, lines, match, offset: pageParam, limit: PAGE_SIZE }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length * PAGE_SIZE : undefined),
    enabled: term.length >= SHORTEST_SEARCH,
    // What was found for the letters before stays until the new words have been looked for.
    placeholderData: (before) => before,
  });
  const isSettled = term === typed.trim() && data !== undefined && !(isFetching && data.pages.length === 0);
  return {
    term,
    conversations: data?.pages[0]?.conversations ?? [],
    messages: data?.pages.flatMap(({ messages }) => messages) ?? [],
    status: isError ? "failed" : isSettled ? "ready" : "loading",
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : undefined,
  };
}
