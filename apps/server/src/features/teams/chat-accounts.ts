import { randomBytes } from "node:crypto";
import { ME_MODE, NONE, type StoredUser, USER_DEFAULT, type UserId, userIdFrom } from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../platform/actor.ts";
import {
  type ChatAccountRow,
  findChatUserOfAccount,
  insertChatUser,
  listAccountsWithoutChat,
} from "./chat-account-repository.ts";

export function newChatUserId(): UserId {
  return userIdFrom([...randomBytes(8)]);
}

/** The people of a company as chat knows them. */
export class ChatAccounts {
  readonly #database: Pick<Database, "query">;
  readonly #clock: Pick<Clock, "now">;

  constructor(database: Pick<Database, "query">, clock: Pick<Clock, "now">) {
    this.#database = database;
    this.#clock = clock;
  }

  /** The chat user of an account. All colleagues get theirs with the first of them, so that they can be found. */
  async userOf({ userId, customerId }: Pick<Actor, "userId" | "customerId">): Promise<UserId> {
    const known = await findChatUserOfAccount(this.#database.query, userId);
    await this.addMissing(customerId);
    const found = known ?? (await findChatUserOfAccount(this.#database.query, userId));
    if (found === undefined) throw new Error(`The account ${userId} has no chat user`);
    return found;
  }

  async addMissing(customerId: number): Promise<void> {
    const missing = await listAccountsWithoutChat(this.#database.query, customerId);
    for (const account of missing)
      await insertChatUser(this.#database.query, { ...this.#toChatUser(account), accountId: account.id });
  }

  #toChatUser(account: ChatAccountRow): StoredUser {
    const at = this.#clock.now();
    return {
      id: newChatUserId(),
      customerId: account.customer_id,
      state: "ok",
      defacs: { auth: USER_DEFAULT, anon: NONE },
      meWant: ME_MODE,
      // The profile says who the user is, whenever it is asked.
      public: undefined,
      trusted: undefined,
      private: undefined,
      findPrivate: undefined,
      tags: [`acct:${account.id}`, `org:${account.customer_id}`],
      userAgent: "",
      seenAt: undefined,
      createdAt: at,
      updatedAt: at,
    };
  }
}
