import type { Clock } from "@offhook/kernel";
import type { ChatStore } from "../ports/chat-store.ts";
import type { CredentialBook } from "../ports/credential-book.ts";
import type { Presence } from "../presence/presence.ts";
import type { UserId } from "../topics/names/topic-name.ts";
import type { TopicRegistry } from "../topics/topic-registry.ts";
import type { ChatRefusal } from "../wire/refusal.ts";
import type { EndedSessions } from "./accounts/ended-sessions.ts";
import type { UserDirectory } from "./accounts/user-directory.ts";

/** What clients are told in the answer to `hi`, and held to. */
export interface ChatLimits {
  readonly maxMessageSize: number;
  readonly maxSubscriberCount: number;
  readonly minTagLength: number;
  readonly maxTagLength: number;
  readonly maxTagCount: number;
  readonly maxFileUploadSize: number;
  /** Seconds for which a message can still be wiped for all. */
  readonly msgDelAge: number;
}

export const DEFAULT_LIMITS: ChatLimits = {
  maxMessageSize: 131_072,
  maxSubscriberCount: 128,
  minTagLength: 2,
  maxTagLength: 96,
  maxTagCount: 16,
  maxFileUploadSize: 8_388_608,
  msgDelAge: 600,
};

/** A message that cannot be lost any more, for whoever tells people who are not here. */
export interface WrittenMessage {
  readonly from: UserId;
  readonly head: Readonly<Record<string, unknown>> | undefined;
  readonly content: unknown;
  readonly isDirect: boolean;
  /** What a group calls itself. */
  readonly title: unknown;
  /** Everybody else who may read it and has not muted the topic, with what they call it. */
  readonly listeners: readonly { readonly user: UserId; readonly topic: string }[];
}

/** What every part of chat stands on. */
export interface ChatWorld {
  readonly store: ChatStore;
  readonly credentials: CredentialBook;
  readonly clock: Clock;
  readonly limits: ChatLimits;
  readonly users: UserDirectory;
  readonly topics: TopicRegistry;
  readonly presence: Presence;
  readonly ended: EndedSessions;
  readonly reportError: (failure: unknown) => void;
  readonly onWritten?: ((message: WrittenMessage) => void) | undefined;
  /** What the client is told of a failure; those nobody counted on are reported. */
  readonly refusalFor: (failure: unknown) => ChatRefusal;
  /** Eight bytes nobody can guess. */
  readonly randomId: () => readonly number[];
}
