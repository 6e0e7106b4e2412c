import type { Contact } from "@offhook/contract";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { useAccountQueries } from "../../../../platform/api/account-queries.ts";
import { usePlatform } from "../../../../platform/platform-context.tsx";
import { usePeople } from "../../../contacts/index.ts";
import { useUser } from "../../../session/index.ts";
import { type DialSuggestion, suggestContacts, suggestPeople } from "./dial-suggestions.ts";

const SHOWN = 8;
const NO_CONTACTS: readonly Contact[] = [];

/** Whom one may mean by what was typed: colleagues first, then the address book. */
export function useSuggestions(typed: string): readonly DialSuggestion[] {
  const people = usePeople((state) => state.byUserId);
  const { id } = useUser();
  const contacts = useAddressBook(typed.trim() !== "");
  // A long address book must not hold the keys up.
  const wanted = useDeferredValue(typed);
  return useMemo(() => {
    const colleagues = suggestPeople(wanted, [...people.values()], id);
    return [...colleagues, ...suggestContacts(wanted, contacts)].slice(0, SHOWN);
  }, [wanted, people, id, contacts]);
}

function useAddressBook(isWanted: boolean): readonly Contact[] {
  const { client } = usePlatform();
  const queries = useAccountQueries();
  const { features } = useUser();
  const [contacts, setContacts] = useState(NO_CONTACTS);
  const isAsked = isWanted && features.contacts;
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    import("./address-book.ts")
      .then(({ loadAddressBook }) => loadAddressBook(queries, client))
      .then((loaded) => isCurrent && setContacts(loaded))
      // Colleagues are suggested without it, and the next number asks again.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [isAsked, queries, client]);
  return contacts;
}
