import type { ChatReaction } from "@offhook/contract";
import type { AccessMode } from "../access/access-mode.ts";
import type { SeqRange } from "../messages/delete-ranges.ts";
import type { UserId } from "../topics/names/topic-name.ts";

/** What newcomers are given: those who are signed in, and those who are not. */
export interface DefaultAccess {
  readonly auth: AccessMode;
  readonly anon: AccessMode;
}

export interface StoredUser {
  readonly id: UserId;
  /** Users of one company never meet those of another; null for accounts that were made over chat. */
  readonly customerId: number | null;
  readonly state: "ok" | "susp";
  readonly defacs: DefaultAccess;
  /** What the user wants of `me`; without presence the user and all others look offline to each other. */
  readonly meWant: AccessMode;
  readonly public: unknown;
  readonly trusted: unknown;
  /** What only the user sees, of `me` and of `fnd`. */
  readonly private: unknown;
  readonly findPrivate: unknown;
  readonly tags: readonly string[];
  readonly userAgent: string;
  /** Milliseconds since the epoch, as all times here. */
  readonly seenAt: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type UserChange = Partial<Omit<StoredUser, "id" | "customerId" | "createdAt">>;

export type StoredTopicKind = "direct" | "group" | "notes" | "system";

export interface StoredTopic {
  readonly name: string;
  readonly kind: StoredTopicKind;
  readonly customerId: number | null;
  readonly owner: UserId | undefined;
  readonly defacs: DefaultAccess;
  readonly public: unknown;
  readonly trusted: unknown;
  readonly aux: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
  /** The number of the newest message. */
  readonly seq: number;
  /** The number of the newest deletion. */
  readonly clear: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly touchedAt: number;
}

export type TopicChange = Partial<
  Pick<StoredTopic, "owner" | "defacs" | "public" | "trusted" | "aux" | "tags" | "updatedAt">
>;

export interface StoredSubscription {
  readonly topic: string;
  readonly user: UserId;
  readonly want: AccessMode;
  readonly given: AccessMode;
  readonly private: unknown;
  readonly read: number;
  readonly recv: number;
  readonly clear: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Set when the user left or was removed: their given rights are remembered. */
  readonly deletedAt: number | undefined;
  /** Somebody else removed the user, who cannot come back without an invitation. */
  readonly isRemoved: boolean;
}

export interface TopicWithMembers {
  readonly topic: StoredTopic;
  readonly subscriptions: readonly StoredSubscription[];
}

export interface ListedSubscription {
  readonly subscription: StoredSubscription;
  readonly topic: StoredTopic;
  readonly memberCount: number;
}

export interface NewMessage {
  readonly from: UserId;
  readonly at: number;
  readonly head: Readonly<Record<string, unknown>> | undefined;
  readonly content: unknown;
  /** Addresses of the files it refers to, kept for as long as the topic is. */
  readonly attachments: readonly string[];
  /** The message whose wording this one takes the place of. */
  readonly edits?: number | undefined;
  /** The message this one answers with an emoji: the same emoji again takes it back. */
  readonly reaction: { readonly seq: number; readonly val: string } | undefined;
}

export interface AppendedMessage {
  readonly seq: number;
  /** Not one that was there already. */
  readonly isNew: boolean;
}

export interface StoredMessage extends Pick<NewMessage, "from" | "at" | "head" | "content"> {
  readonly seq: number;
  readonly reactions: readonly ChatReaction[];
}

export interface MessageQuery {
  /** Inclusive. */
  readonly since?: number | undefined;
  /** Exclusive. */
  readonly before?: number | undefined;
  readonly ranges?: readonly SeqRange[] | undefined;
  readonly limit: number;
}

export interface Deletion {
  readonly ranges: readonly SeqRange[];
  /** Undefined wipes them for all. */
  readonly forUser: UserId | undefined;
  /** Older messages keep their content. */
  readonly wipeAfter: number;
  readonly at: number;
}

export interface Deletions {
  readonly clear: number;
  readonly ranges: readonly SeqRange[];
}

/** Each inner list is an "or", the outer one an "and". */
export type TagQuery = readonly (readonly string[])[];

export interface FoundByTags {
  readonly users: readonly StoredUser[];
  readonly topics: readonly (StoredTopic & { readonly memberCount: number })[];
}

export interface MessageSearch {
  readonly words: readonly string[];
  /** By their stored names. */
  readonly topics: readonly string[] | undefined;
  readonly limit: number;
}

export interface FoundMessage {
  /** Its stored name. */
  readonly topic: string;
  readonly kind: StoredTopicKind;
  readonly seq: number;
  readonly from: UserId;
  readonly at: number;
  readonly text: string;
  readonly reply: number | undefined;
}

/** Where chat is kept. Every promise is fulfilled once the write cannot be lost any more. */
export interface ChatStore {
  findUsers(ids: readonly UserId[]): Promise<readonly StoredUser[]>;
  updateUser(id: UserId, change: UserChange): Promise<void>;
  /** The user, their direct topics and the groups they own. */
  deleteUser(id: UserId): Promise<void>;

  findTopic(name: string): Promise<TopicWithMembers | undefined>;
  createTopic(created: TopicWithMembers): Promise<void>;
  updateTopic(name: string, change: TopicChange): Promise<void>;
  deleteTopic(name: string, at: number): Promise<void>;

  /** Also those that ended, so that a client which was away learns of it. */
  listSubscriptions(user: UserId): Promise<readonly ListedSubscription[]>;
  saveSubscription(subscription: StoredSubscription): Promise<void>;
  saveReceipts(
    topic: string,
    receipts: readonly { readonly user: UserId; readonly read: number; readonly recv: number }[],
  ): Promise<void>;

  /**
   * Gives the messages the next numbers of the topic, without a gap. The receipts of each author move to their newest
   * message. What its author has sent under the same name before (`x-client-id` in the head) is kept once and has the
   * number it got then. An edit takes the place of every earlier wording.
   */
  append(topic: string, messages: readonly NewMessage[]): Promise<readonly AppendedMessage[]>;
  /** Newest first, without those deleted for all or for this user. */
  messages(topic: string, user: UserId, query: MessageQuery): Promise<readonly StoredMessage[]>;
  /** The author of a message; undefined when it does not exist any more. */
  authorOf(topic: string, seq: number): Promise<UserId | undefined>;
  /** Returns the number of the deletion. */
  deleteMessages(topic: string, deletion: Deletion): Promise<number>;
  /** Of all and of this user; undefined when there is none from number `since` on. */
  deletions(
    topic: string,
    user: UserId,
    query: {
      readonly since?: number | undefined;
      readonly before?: number | undefined;
      readonly limit: number;
    },
  ): Promise<Deletions | undefined>;

  /** What a topic shows of itself refers to these files: they stay for as long as it does, for all who read it. */
  keepFiles(topic: string, user: UserId, addresses: readonly string[]): Promise<void>;

  findByTags(customerId: number | null, query: TagQuery, limit: number): Promise<FoundByTags>;
  /** People of the company in whose name or nickname each of these words begins one. */
  findPeople(
    customerId: number | null,
    words: readonly string[],
    limit: number,
  ): Promise<readonly StoredUser[]>;
  /** Groups with such a name that the user is in or may join. */
  findTeams(user: StoredUser, words: readonly string[], limit: number): Promise<FoundByTags["topics"]>;
  /** Messages the user may read, newest first, of these topics or of all of theirs. */
  findMessages(user: UserId, query: MessageSearch): Promise<readonly FoundMessage[]>;
}
