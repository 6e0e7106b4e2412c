import { useEffect, useMemo } from "react";
import { useSettled } from "../../../platform/rendering/use-settled.ts";
import { useTeamsChat, useTeamsState } from "../teams-context.ts";
import { type Face, useNames } from "../topic/use-names.ts";

export interface Colleague extends Face {
  /** The chat user. */
  readonly id: string;
  readonly shownName: string;
}

/** Asks the service for colleagues of this name: in a large company not all of them are here. */
export function useColleagueSearch(typed: string): void {
  const chat = useTeamsChat();
  const isConnected = useTeamsState((state) => state.link.connected);
  const term = useSettled(typed.trim());
  useEffect(() => {
    // Without an answer those who are known already are still there to choose from.
    if (term !== "" && isConnected) chat.acts.findPeople(term).catch(() => {});
  }, [chat, term, isConnected]);
}

/** Everybody one can chat with, by name. */
export function useColleagues(filter: string): readonly Colleague[] {
  useColleagueSearch(filter);
  const people = useTeamsState((state) => state.people);
  const ownId = useTeamsState((state) => state.ownId);
  const names = useNames();
  return useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return [...people.keys()]
      .filter((id) => id !== ownId)
      .map((id) => ({ ...names.faceOf(id), id, shownName: names.nameOf(id) }))
      .filter(({ id, shownName }) => `${shownName} ${people.get(id)?.fn}`.toLowerCase().includes(wanted))
      .sort((one, other) => one.shownName.localeCompare(other.shownName));
  }, [people, ownId, names, filter]);
}
