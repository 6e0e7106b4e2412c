import {
  type AccessMode,
  NONE,
  parseMode,
  type StoredSubscription,
  type StoredTopic,
  type UserId,
} from "@offhook/chat";

/** All there are. */
export const OWNER_RIGHTS = "JRWPASDO";

export function rights(letters: string): AccessMode {
  return parseMode(letters) ?? NONE;
}

export function topicOf(
  topic: Pick<StoredTopic, "name" | "kind" | "customerId" | "createdAt"> & Partial<StoredTopic>,
): StoredTopic {
  const at = topic.createdAt;
  return {
    owner: undefined,
    defacs: { auth: NONE, anon: NONE },
    public: undefined,
    trusted: undefined,
    aux: {},
    tags: [],
    seq: 0,
    clear: 0,
    updatedAt: at,
    touchedAt: at,
    ...topic,
  };
}

export function subscriptionOf(
  topic: StoredTopic,
  user: UserId,
  grant: { readonly want: AccessMode; readonly given: AccessMode },
): StoredSubscription {
  return {
    topic: topic.name,
    user,
    ...grant,
    private: undefined,
    read: 0,
    recv: 0,
    clear: 0,
    createdAt: topic.createdAt,
    updatedAt: topic.createdAt,
    deletedAt: undefined,
    isRemoved: false,
  };
}
