import type { MentionPerson } from "@offhook/ui/conversation";
import { useCallback } from "react";
import type { TopicRecord } from "../../store/teams-state.ts";
import { useTeamsState } from "../../teams-context.ts";
import type { Names } from "../use-names.ts";

/** The members of a topic, who can be named in it. */
export function useMentionable(
  { members }: TopicRecord,
  names: Names,
): () => readonly MentionPerson<string>[] {
  const ownId = useTeamsState((state) => state.ownId);
  return useCallback(
    () =>
      [...members.keys()].flatMap((id) => {
        const { name = "", photo } = names.faceOf(id);
        return id === ownId || name === "" ? [] : [{ id, name, photo }];
      }),
    [members, names, ownId],
  );
}
