import { lookupKey } from "@offhook/telephony";
import { useMemo } from "react";
import { useStore } from "zustand";
import { useNumberLookup } from "../callers/use-caller.ts";
import { useBookState } from "../contact-book-context.ts";
import { usePeople } from "../contacts-context.ts";
import { type BookEntry, compareEntries, mergeEntries, personEntry } from "./book-entry.ts";

/** The address book of this device with the colleagues, in its order. */
export function useAllEntries(): readonly BookEntry[] {
  const own = useBookState((state) => state.entries);
  const people = usePeople((state) => state.byUserId);
  return useMemo(() => {
    const colleagues = [...people.values()].map(personEntry).sort(compareEntries);
    return mergeEntries(own, colleagues);
  }, [own, people]);
}

/** Whether more of the book may come in a moment, from the device or the service. */
export function useIsBookComing(): boolean {
  return useBookState(({ status }) => status === "idle" || status === "loading");
}

/** Names of numbers, as far as the device knows them. */
export function useKnownNames(entries: readonly BookEntry[]): (number: string) => string | undefined {
  const looked = useStore(useNumberLookup().state, ({ byKey }) => byKey);
  const byNumber = useMemo(() => {
    const names = new Map<string, string>();
    for (const { name, digits } of entries)
      for (const number of digits.split(" ")) if (!names.has(number)) names.set(number, name);
    return names;
  }, [entries]);
  return useMemo(
    () => (number) => {
      const key = lookupKey(number)?.number ?? "";
      return looked.get(key)?.name ?? byNumber.get(key);
    },
    [looked, byNumber],
  );
}
