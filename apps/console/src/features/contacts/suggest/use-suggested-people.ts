import { useDeferredValue, useMemo } from "react";
import { useQuery } from "../../../platform/api/queries.ts";
import { usePlatform } from "../../../platform/platform-context.tsx";
import { useUser } from "../../session/index.ts";
import { usePeople } from "../contacts-context.ts";
import { type SentBy, type SuggestedPerson, suggestedPeople } from "./suggested-people.ts";

const FRESH_MS = 5 * 60_000;

/** People whose name or number fits what is typed, as far as the user knows them. */
export function useSuggestedPeople(typed: string, most: number, by: SentBy): readonly SuggestedPerson[] {
  const { client } = usePlatform();
  const { features } = useUser();
  const people = usePeople((state) => state.byUserId);
  const { data } = useQuery({
    queryKey: ["dial-pad-contacts"],
    queryFn: () => client.syncContacts({ query: {} }),
    enabled: features.contacts && typed.trim() !== "",
    staleTime: FRESH_MS,
  });
  const contacts = data?.contacts;
  const wanted = useDeferredValue(typed);
  return useMemo(
    () => suggestedPeople(wanted, [...people.values()], contacts ?? [], { most, by }),
    [wanted, people, contacts, most, by],
  );
}
