import { expect, test } from "vitest";
import { MemoryStore } from "../../../platform/storage/key-value-store.ts";
import { forgetSearches, recentSearches, rememberSearch } from "./command-palette-recents.ts";

test("keeps the last few, newest first, each once", () => {
  const store = new MemoryStore();
  for (const query of ["ana", "dnd on", " voicemail ", "Ana", "", "   "]) rememberSearch(store, query);
  expect(recentSearches(store)).toEqual(["Ana", "voicemail", "dnd on"]);
  for (const query of ["1", "2", "3", "4", "5", "6", "7"]) rememberSearch(store, query);
  expect(recentSearches(store)).toEqual(["7", "6", "5", "4", "3"]);
  forgetSearches(store);
  expect(recentSearches(store)).toEqual([]);
});

test.each(["{", '"text"', '{"a":1}', "[1, null]"])(
  "what another version stored (%s) does no harm",
  (text) => {
    const store = new MemoryStore();
    store.set("recentSearches", text);
    expect(recentSearches(store)).toEqual([]);
    rememberSearch(store, "ana");
    expect(recentSearches(store)).toEqual(["ana"]);
  },
);
