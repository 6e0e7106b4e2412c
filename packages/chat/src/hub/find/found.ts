import type { ChatSubscription } from "@offhook/contract";
import { formatMode } from "../../access/access-mode.ts";
import type { FoundByTags, StoredUser } from "../../ports/chat-store.ts";
import { timestamp } from "../../wire/server-text.ts";

/** `matched`: the words of the query by which it was found. */
export function describeFoundUser(user: StoredUser, matched: readonly string[]): ChatSubscription {
  return {
    user: user.id,
    topic: user.id,
    updated: timestamp(user.updatedAt),
    acs: { mode: formatMode(user.defacs.auth) },
    ...(user.public === undefined ? {} : { public: user.public }),
    private: matched,
  };
}

export function describeFoundTeam(
  team: FoundByTags["topics"][number],
  matched: readonly string[],
): ChatSubscription {
  return {
    topic: team.name,
    updated: timestamp(team.updatedAt),
    acs: { mode: formatMode(team.defacs.auth) },
    ...(team.public === undefined ? {} : { public: team.public }),
    private: matched,
    subcnt: team.memberCount,
  };
}
