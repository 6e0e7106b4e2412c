import type { Task } from "@offhook/contract";
import { useState } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useKnownCalls } from "../../calls/index.ts";
import { useAllEntries, useIsBookComing, useKnownNames } from "../../contacts/index.ts";
import { useKnownConversations } from "../../messages/index.ts";
import { useUser } from "../../session/index.ts";
import { useNamedChats } from "../../teams/index.ts";
import { type KnownSection, type KnownThings, searchKnown } from "./known-search.ts";

const NO_TASKS: readonly Task[] = [];
const FRESH_MS = 60_000;

/** What this device knows, for the words that are typed next. */
function useKnownThings(): KnownThings {
  const { id: userId } = useUser();
  const entries = useAllEntries();
  const calls = useKnownCalls();
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: ["known-tasks"],
    queryFn: () => client.listTasks({ query: { filter: "all", status: "new" } }),
    staleTime: FRESH_MS,
  });
  return {
    userId,
    entries,
    calls,
    conversations: useKnownConversations(),
    chats: useNamedChats(),
    tasks: data?.tasks ?? NO_TASKS,
    nameOf: useKnownNames(entries),
  };
}

interface Shown {
  readonly typed: string;
  readonly isWhole: boolean;
  readonly sections: readonly KnownSection[];
}

/**
 * What the device knows of these words. What is shown for them stays as it is: what arrives meanwhile counts for the
 * next letter, so that no row moves under a finger.
 */
export function useKnownSections(typed: string, most: number): readonly KnownSection[] {
  const known = useKnownThings();
  const isWhole = !useIsBookComing();
  const search = (): Shown => ({ typed, isWhole, sections: searchKnown(typed, known, most) });
  const [shown, setShown] = useState(search);
  if (shown.typed === typed && (shown.isWhole || !isWhole)) return shown.sections;
  const next = search();
  setShown(next);
  return next.sections;
}
