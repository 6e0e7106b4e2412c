import type { SearchCategory } from "@offhook/contract";
import { SEARCH_PAGE_SIZE } from "@offhook/contract";
import { useInfiniteQuery, useQuery } from "../../../platform/api/queries.ts";
import { useIsNetworkUp } from "../../../platform/network/use-network-up.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import type { FoundItem } from "../found/found-item.ts";
import { askPage, askSearch, type FoundPage } from "./ask-search.ts";

/** All queries whose answers change with what happens begin with it. */
export const SEARCH_KEY = "search";

export interface Found {
  /** What was found for exactly these words; undefined as long as nothing was. */
  readonly page: FoundPage | undefined;
  readonly status: "idle" | "searching" | "offline" | "failed" | "ready";
  readonly retry: () => void;
}

/** What the service finds for these words; `isWanted`: it may be asked now. */
export function useFound(q: string, isWanted: boolean): Found {
  const { client } = usePlatform();
  const { id: userId, features } = useUser();
  const isUp = useIsNetworkUp();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [SEARCH_KEY, q],
    queryFn: ({ signal }) => askSearch(client, { q, userId, hasContacts: features.contacts }, signal),
    enabled: isWanted && isUp && q !== "",
    // A refusal is shown at once, with a way to try again.
    retry: false,
    // What has happened meanwhile asks anew by itself.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
  return { page: data, status: statusOf(), retry: () => void refetch() };

  function statusOf(): Found["status"] {
    if (q === "") return "idle";
    if (data) return "ready";
    if (!isUp) return "offline";
    return isError && !isFetching ? "failed" : "searching";
  }
}

export interface MoreFound {
  readonly items: readonly FoundItem[];
  readonly status: "idle" | "loading" | "failed";
  /** Undefined where there are no more. */
  readonly load: (() => void) | undefined;
}

/** The pages of a category behind the first, once somebody asks for them. */
export function useMoreFound(q: string, category: SearchCategory, first: FoundPage): MoreFound {
  const { client } = usePlatform();
  const { id: userId } = useUser();
  const { match } = first;
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [SEARCH_KEY, q, category],
    initialPageParam: SEARCH_PAGE_SIZE,
    queryFn: ({ pageParam, signal }) =>
      askPage(client, { q, userId, match, category, offset: pageParam }, signal),
    getNextPageParam: (last, pages) =>
      last.more.includes(category) ? (pages.length + 1) * SEARCH_PAGE_SIZE : undefined,
    enabled: false,
    retry: false,
  });
  const pages = data?.pages ?? [];
  const isBroken = isError || pages.at(-1)?.failed.includes(category) === true;
  const hasMore = data ? hasNextPage || isBroken : first.more.includes(category);
  const load = (): void => void (data && !isBroken ? fetchNextPage() : refetch());
  return {
    items: pages.flatMap(({ items }) => items[category]),
    status: isFetching ? "loading" : isBroken ? "failed" : "idle",
    load: hasMore ? load : undefined,
  };
}
