import { randomBytes } from "node:crypto";
import {
  ChatHub,
  type ChatLimits,
  ChatRefusal,
  DEFAULT_LIMITS,
  type UserId,
  type WrittenMessage,
} from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import type { FastifyInstance } from "fastify";
import type { Database, NewEvent } from "../database/database.ts";
import {
  ChatAccounts,
  findAccountOfChatUser,
  findChatUserOfAccount,
  findChatUsersOfAccounts,
  listAccountsOfChatUsers,
} from "../features/teams/index.ts";
import { isDatabaseUnreachable } from "../http/errors/database-unreachable.ts";
import type { AddressReader } from "../http/guards/client-address.ts";
import type { RateLimiter } from "../http/guards/rate-limiter.ts";
import type { InfrastructureRoute } from "../http/routes/route-guard.ts";
import type { UpgradeEndpoint } from "../http/upgrades.ts";
import type { Actor } from "../platform/actor.ts";
import type { Authenticator } from "../platform/authenticator.ts";
import { isDiskFull } from "../platform/files/disk-space.ts";
import type { ObjectStore } from "../platform/files/object-store.ts";
import type { Logger } from "../platform/logging/logger.ts";
import { BackgroundLoop } from "../platform/loops/background-loop.ts";
import type { Outbox } from "../platform/loops/outbox.ts";
import type { PasswordHasher } from "../platform/secrets/password-hasher.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import { deleteChatFile, listUnusedChatFiles } from "./files/chat-file-repository.ts";
import { CHAT_FILE_ROUTES, registerChatFiles } from "./files/chat-file-routes.ts";
import { ServerChatAuthenticator } from "./sign-in/chat-authenticator.ts";
import { CLUSTER_AUTH_ROUTES, registerClusterAuth } from "./sign-in/chat-cluster-auth.ts";
import { ChatCodeSender } from "./sign-in/chat-code-sender.ts";
import { ChatCredentials } from "./sign-in/chat-credentials.ts";
import { listEndedSessions } from "./sign-in/chat-login-repository.ts";
import { ChatResets } from "./sign-in/chat-resets.ts";
import { createPostgresChatStore } from "./store/postgres-chat-store.ts";
import { type ChatApiKeys, createChatApiKeys } from "./wire/chat-api-key.ts";
import { CHAT_CHANNEL_ROUTES, registerChatChannel } from "./wire/chat-channel.ts";
import { ChatGate } from "./wire/chat-gate.ts";
import { LONG_POLL_ROUTES, registerLongPoll } from "./wire/chat-long-poll.ts";
import { createChatEndpoint } from "./wire/chat-websocket.ts";

export interface ChatServiceDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly authenticator: Authenticator;
  readonly hasher: PasswordHasher;
  readonly appKey: string;
  readonly version: string;
  /** Opens the publicly known key, and accounts that are made over chat. */
  readonly isDemo: boolean;
  /** What such accounts must have confirmed before they are let in. */
  readonly requiredCredentials: readonly string[];
  /** With which a Tinode cluster elsewhere may ask who somebody is. */
  readonly clusterSecret: string | undefined;
  readonly outbox: Outbox;
  readonly limiter: RateLimiter;
  readonly ratePerMinute: number;
  readonly addressOf: AddressReader;
  /** Something was said in a chat, to people who may not be there. */
  readonly onWritten?: ((message: WrittenMessage) => void) | undefined;
}

export const CHAT_ROUTES: readonly InfrastructureRoute[] = [
  ...CHAT_CHANNEL_ROUTES,
  ...CLUSTER_AUTH_ROUTES,
  ...LONG_POLL_ROUTES,
  ...CHAT_FILE_ROUTES,
];

const COLLECT_EVERY_MS = 3_600_000;
const CHECK_EVERY_MS = 60_000;
const UNUSED_FOR_MS = 86_400_000;
const COLLECT_AT_ONCE = 100;
const PROTOCOL_VERSION = "0.25";

/** Team chat on the Tinode wire. */
export class ChatService {
  readonly endpoint: UpgradeEndpoint;
  readonly apiKey: string;
  readonly accounts: ChatAccounts;
  readonly #deps: ChatServiceDeps;
  readonly #hub: ChatHub;
  readonly #keys: ChatApiKeys;
  readonly #authenticator: ServerChatAuthenticator;
  readonly #limits: ChatLimits = DEFAULT_LIMITS;
  readonly #gate: ChatGate;
  readonly #collecting: BackgroundLoop;
  readonly #checking: BackgroundLoop;
  #stopPolling = (): void => undefined;

  constructor(deps: ChatServiceDeps) {
    const { database, secrets, clock, logger, isDemo, outbox, requiredCredentials: required } = deps;
    this.#deps = deps;
    this.#keys = createChatApiKeys(secrets.key("chat-api-key"), isDemo);
    this.apiKey = this.#keys.own;
    this.accounts = new ChatAccounts(database, clock);
    const sender = new ChatCodeSender({ clock, outbox, key: secrets.key("chat-code") });
    const credentials = new ChatCredentials({ database, clock, sender, isOn: isDemo, required });
    this.#authenticator = new ServerChatAuthenticator({
      ...deps,
      credentials,
      resets: new ChatResets({ database, clock, sender }),
      accounts: this.accounts,
      tokenKey: secrets.key("chat-token"),
      hasOwnAccounts: isDemo,
    });
    this.#hub = new ChatHub({
      store: createPostgresChatStore(database),
      credentials,
      authenticator: this.#authenticator,
      clock,
      limits: this.#limits,
      params: {
        ver: PROTOCOL_VERSION,
        build: `offhook:${deps.version}`,
        reqCred: required.length > 0 ? { auth: required } : null,
        meetingsBotId: null,
      },
      randomId: () => [...randomBytes(8)],
      reportError: (failure) => logger.error({ err: failure }, "Chat failed"),
      isUnavailable: (failure) => isDatabaseUnreachable(failure) || isDiskFull(failure),
      onWritten: deps.onWritten,
    });
    this.#gate = new ChatGate(deps);
    this.endpoint = createChatEndpoint({
      ...deps,
      gate: this.#gate,
      hub: this.#hub,
      keys: this.#keys,
      maxMessageBytes: this.#limits.maxMessageSize,
    });
    this.#collecting = new BackgroundLoop({
      name: "chat file collection",
      clock,
      log: logger,
      work: () => this.#collect(),
    });
    this.#checking = new BackgroundLoop({
      name: "chat session check",
      clock,
      log: logger,
      work: () => this.#check(),
    });
  }

  get hub(): ChatHub {
    return this.#hub;
  }

  /** Something of the company has changed. What it says of its people, chat shows too. */
  wake(customerId: number, events: readonly NewEvent[]): void {
    const changed = events.flatMap(({ event }) => accountsIn(event));
    if (changed.length === 0) return;
    const accounts = changed.includes("all") ? undefined : changed.filter((id) => id !== "all");
    void this.#showProfiles(customerId, accounts).catch((failure: unknown) => {
      this.#deps.logger.error({ err: failure }, "Chat could not show a changed profile");
    });
  }

  async #showProfiles(customerId: number, accounts: readonly number[] | undefined): Promise<void> {
    const users = accounts && (await findChatUsersOfAccounts(this.#deps.database.query, accounts));
    await this.#hub.profilesChanged(customerId, users);
  }

  /** Says something in the name of an account to a colleague; false where one of the two has no chat. */
  async speakFor(
    from: Pick<Actor, "userId" | "customerId">,
    toUserId: number,
    text: string,
  ): Promise<boolean> {
    const speaker = await this.accounts.userOf(from);
    const listener = await findChatUserOfAccount(this.#deps.database.query, toUserId);
    if (listener === undefined || !(await this.#mayChat(speaker)) || !(await this.#mayChat(listener)))
      return false;
    try {
      await this.#hub.speakFor({ from: speaker, to: listener, text });
      return true;
    } catch (failure) {
      if (failure instanceof ChatRefusal) return false;
      throw failure;
    }
  }

  async #mayChat(user: UserId): Promise<boolean> {
    const account = await findAccountOfChatUser(this.#deps.database.query, user);
    return account?.isAllowed === true && account.state === "ok";
  }

  register(app: FastifyInstance): void {
    const parts = { ...this.#deps, hub: this.#hub, keys: this.#keys, gate: this.#gate };
    registerChatChannel(app, parts);
    registerClusterAuth(app, { ...this.#deps, accounts: this.accounts });
    this.#stopPolling = registerLongPoll(app, { ...parts, maxMessageBytes: this.#limits.maxMessageSize });
    registerChatFiles(app, {
      ...parts,
      authenticator: this.#authenticator,
      maxFileBytes: this.#limits.maxFileUploadSize,
    });
  }

  start(): void {
    this.#collecting.start();
    this.#checking.start();
  }

  async close(): Promise<void> {
    await this.#hub.stop();
    this.#stopPolling();
    await Promise.all([this.#collecting.close(), this.#checking.close()]);
  }

  /** These sessions of the product are over: so is everything they opened here. */
  endSessions(sessionIds: readonly string[]): void {
    this.#hub.endSessions(sessionIds);
  }

  /** What nobody told of: sessions that ran out, and people who may not chat any more. */
  async #check(): Promise<number> {
    const { database, clock } = this.#deps;
    const [sessions, users] = [[...this.#hub.accountSessions], [...this.#hub.signedInUsers]];
    const ended = await listEndedSessions(database.query, sessions, new Date(clock.now()));
    if (ended.length > 0) this.#hub.endSessions(ended);
    const accounts = await listAccountsOfChatUsers(database.query, users);
    for (const user of users) {
      const account = accounts.get(user);
      if (!account?.isAllowed || account.state === "susp") this.#hub.endUser(user);
    }
    return CHECK_EVERY_MS;
  }

  /** Files nobody has put into a message go after a day. */
  async #collect(): Promise<number> {
    const { database, objects, clock } = this.#deps;
    const unused = await listUnusedChatFiles(database.query, clock.now() - UNUSED_FOR_MS, COLLECT_AT_ONCE);
    for (const key of unused) {
      await objects.delete(key);
      await deleteChatFile(database.query, key);
    }
    return unused.length === COLLECT_AT_ONCE ? 0 : COLLECT_EVERY_MS;
  }
}

/** Whose profile an event tells of; provisioning changes many at once. */
function accountsIn(event: NewEvent["event"]): readonly (number | "all")[] {
  if (event.type === "DID_UPDATE") return ["all"];
  const isOfProfile =
    event.type === "PROFILE_UPDATE" ||
    (event.type === "STATUS_UPDATE" && event.action !== "delete_user_status");
  return isOfProfile ? [event.user_id] : [];
}
