import { useMemo } from "react";
import { useTeamsState } from "../teams-context.ts";
import { type Face, useNames } from "../topic/use-names.ts";

export interface Colleague extends Face {
  /** The chat user. */
  readonly id: string;
  readonly shownName: string;
}

/** Everybody one can chat with, by name. */
export function useColleagues(filter: string): readonly Colleague[] {
  const people = useTeamsState((state) => state.people);
  const ownId = useTeamsState((state) => state.ownId);
  const names = useNames();
  return useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    return [...people.keys()]
      .filter((id) => id !== ownId)
      .map((id) => ({ ...names.faceOf(id), id, shownName: names.nameOf(id) }))
      .filter(({ shownName }) => shownName.toLowerCase().includes(wanted))
      .sort((one, other) => one.shownName.localeCompare(other.shownName));
  }, [people, ownId, names, filter]);
}
