import { ME_MODE, NONE, USER_DEFAULT } from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import { ChatAccounts, findAccountNamed, insertChatUser, newChatUserId } from "../../features/teams/index.ts";
import { findChatLogin, insertChatLogin, listChatRoots, setChatLevel } from "./chat-login-repository.ts";

/** Those who may act for everybody in chat. Nothing that goes over the wire makes somebody one of them. */
export class ChatRoots {
  readonly #database: Database;
  readonly #accounts: ChatAccounts;

  constructor(database: Database, clock: Pick<Clock, "now">) {
    this.#database = database;
    this.#accounts = new ChatAccounts(database, clock);
  }

  /** Their user names, or, of accounts made over chat, what they sign in with there. */
  list(): Promise<string[]> {
    return listChatRoots(this.#database.query);
  }

  /** False when nobody has this name. */
  async change(name: string, isRoot: boolean): Promise<boolean> {
    const user = await this.#userNamed(name.trim().toLowerCase());
    if (user === undefined) return false;
    await setChatLevel(this.#database.query, user, isRoot ? "root" : "auth");
    return true;
  }

  async #userNamed(name: string): Promise<string | undefined> {
    const account = await findAccountNamed(this.#database.query, name);
    if (account) return this.#accounts.userOf(account);
    return (await findChatLogin(this.#database.query, name))?.chat_user_id;
  }
}

/** Makes an account that can act for everybody, unless somebody has its name: that user is not made root. */
export async function addChatRoot(
  { query }: Pick<Transaction, "query">,
  account: { readonly login: string; readonly passwordHash: string; readonly at: number },
): Promise<void> {
  const { login, passwordHash, at } = account;
  if (await findChatLogin(query, login)) return;
  const id = newChatUserId();
  await insertChatUser(query, {
    id,
    accountId: null,
    customerId: null,
    state: "ok",
    defacs: { auth: USER_DEFAULT, anon: NONE },
    meWant: ME_MODE,
    public: { fn: "Root" },
    trusted: undefined,
    private: undefined,
    findPrivate: undefined,
    tags: [`basic:${login}`],
    userAgent: "",
    seenAt: undefined,
    createdAt: at,
    updatedAt: at,
  });
  await insertChatLogin(query, login, { chat_user_id: id, password_hash: passwordHash });
  await setChatLevel(query, id, "root");
}
