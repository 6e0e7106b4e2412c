import type { Person } from "@offhook/contract";
import { UNKNOWN_SENDER_NAME } from "@offhook/ui";
import { useMemo } from "react";
import { usePeople } from "../../contacts/index.ts";
import { useUser } from "../../session/index.ts";
import { nameOf, type Topic } from "../store/topic.ts";
import { useTeamsState } from "../teams-context.ts";

/** A person as chat shows them. */
export interface Face {
  /** Undefined for somebody nobody knows any more. */
  readonly name: string | undefined;
  readonly person: Person | undefined;
  readonly photo: string | undefined;
}

export interface Names {
  faceOf(user: string | undefined): Face;
  nameOf(user: string | undefined): string;
  ofTopic(topic: Topic): Face;
  topicName(topic: Topic): string;
}

/** People's names: from chat, with picture and status from the company's directory. */
export function useNames(): Names {
  const people = useTeamsState((state) => state.people);
  const ownId = useTeamsState((state) => state.ownId);
  const colleagues = usePeople((state) => state.byUserId);
  const { id: ownUserId, firstname, lastname, teamsNickname, photo: ownPhoto } = useUser();
  return useMemo(() => {
    const ownName = teamsNickname || `${firstname} ${lastname}`.trim();
    // The directory hears of new names, pictures and statuses at once; chat may hear of them later.
    const withAccount = (name: string | undefined, userId: number | undefined): Face => {
      const person = userId === undefined ? undefined : colleagues.get(userId);
      const known = person ? person.nickname || person.name : "";
      return { name: known || name, person, photo: person?.photo ?? undefined };
    };
    const faceOf = (user: string | undefined): Face => {
      if (user !== undefined && user === ownId)
        return { name: ownName, person: colleagues.get(ownUserId), photo: ownPhoto ?? undefined };
      const known = user === undefined ? undefined : people.get(user);
      return withAccount(known && nameOf(known), known?.userId);
    };
    const ofTopic = (topic: Topic): Face => {
      const own = topic.nickname;
      if (topic.isGroup) return { name: own || topic.fn || "Team", person: undefined, photo: undefined };
      const known = people.get(topic.id);
      const face = withAccount((known && nameOf(known)) || topic.fn, topic.userId);
      return { ...face, name: own || face.name };
    };
    return {
      faceOf,
      nameOf: (user) => faceOf(user).name ?? UNKNOWN_SENDER_NAME,
      ofTopic,
      topicName: (topic) => ofTopic(topic).name ?? UNKNOWN_SENDER_NAME,
    };
  }, [people, ownId, colleagues, ownUserId, firstname, lastname, teamsNickname, ownPhoto]);
}
