import { randomBytes } from "node:crypto";
import { ChatHub, type ChatLimits, ChatRefusal, DEFAULT_LIMITS, type UserId } from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import type { AddressReader } from "../http/client-address.ts";
import type { RateLimiter } from "../http/rate-limiter.ts";
import type { InfrastructureRoute } from "../http/route-guard.ts";
import type { UpgradeEndpoint } from "../http/upgrades.ts";
import type { Actor } from "../platform/actor.ts";
import type { Authenticator } from "../platform/authenticator.ts";
import { BackgroundLoop } from "../platform/background-loop.ts";
import type { Logger } from "../platform/logger.ts";
import type { ObjectStore } from "../platform/object-store.ts";
import type { Outbox } from "../platform/outbox.ts";
import type { PasswordHasher } from "../platform/password-hasher.ts";
import type { Secrets } from "../platform/secrets.ts";
import { findAccountOfChatUser, findChatUserOfAccount } from "./chat-account-repository.ts";
import { ChatAccounts } from "./chat-accounts.ts";
import { type ChatApiKeys, createChatApiKeys } from "./chat-api-key.ts";
import { ServerChatAuthenticator } from "./chat-authenticator.ts";
import { ChatCodeSender } from "./chat-code-sender.ts";
import { ChatCredentials } from "./chat-credentials.ts";
import { deleteChatFile, listUnusedChatFiles } from "./chat-file-repository.ts";
import { CHAT_FILE_ROUTES, registerChatFiles } from "./chat-file-routes.ts";
import { LONG_POLL_ROUTES, registerLongPoll } from "./chat-long-poll.ts";
import { ChatResets } from "./chat-resets.ts";
import { createChatEndpoint } from "./chat-websocket.ts";
import { createPostgresChatStore } from "./postgres-chat-store.ts";

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
  readonly outbox: Outbox;
  readonly limiter: RateLimiter;
  readonly ratePerMinute: number;
  readonly addressOf: AddressReader;
}

export const CHAT_ROUTES: readonly InfrastructureRoute[] = [...LONG_POLL_ROUTES, ...CHAT_FILE_ROUTES];

const COLLECT_EVERY_MS = 3_600_000;
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
  readonly #collecting: BackgroundLoop;
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
    });
    this.endpoint = createChatEndpoint({
      ...deps,
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
  }

  get hub(): ChatHub {
    return this.#hub;
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
    const parts = { ...this.#deps, hub: this.#hub, keys: this.#keys };
    this.#stopPolling = registerLongPoll(app, { ...parts, maxMessageBytes: this.#limits.maxMessageSize });
    registerChatFiles(app, {
      ...parts,
      authenticator: this.#authenticator,
      maxFileBytes: this.#limits.maxFileUploadSize,
    });
  }

  start(): void {
    this.#collecting.start();
  }

  async close(): Promise<void> {
    await this.#hub.stop();
    this.#stopPolling();
    await this.#collecting.close();
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
