import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo } from "react";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { usePeople } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { type DialSuggestion, suggestContacts, suggestPeople } from "./dial-suggestions.ts";

const FRESH_MS = 5 * 60_000;
const SHOWN = 8;

/** Whom one may mean by what was typed: colleagues first, then the address book. */
export function useSuggestions(typed: string): readonly DialSuggestion[] {
  const people = usePeople((state) => state.byUserId);
  const { id, features } = useUser();
  const { client } = usePlatform();
  const { data } = useQuery({
    queryKey: ["dial-pad-contacts"],
    queryFn: () => client.syncContacts({ query: {} }),
    // Asked for with the first key, not with the page.
    enabled: features.contacts && typed.trim() !== "",
    staleTime: FRESH_MS,
  });
  const contacts = data?.contacts;
  // A long address book must not hold the keys up.
  const wanted = useDeferredValue(typed);
  return useMemo(() => {
    const colleagues = suggestPeople(wanted, [...people.values()], id);
    return [...colleagues, ...suggestContacts(wanted, contacts ?? [])].slice(0, SHOWN);
  }, [wanted, people, id, contacts]);
}
