import {
  type AccountOutcome,
  type AuthLevel,
  type AuthOutcome,
  type ChatAuthenticator,
  DEFAULT_LIMITS,
  type NewAccount,
  NONE,
  normalTags,
  parseMode,
  USER_DEFAULT,
  type UserId,
} from "@offhook/chat";
import type { Clock } from "@offhook/kernel";
import type { Database } from "../database/database.ts";
import type { Authenticator } from "../platform/authenticator.ts";
import { DomainError } from "../platform/domain-error.ts";
import type { PasswordHasher } from "../platform/password-hasher.ts";
import {
  findAccountOfChatUser,
  findChatLogin,
  insertChatLogin,
  updateChatPassword,
} from "./chat-account-repository.ts";
import { type ChatAccounts, newChatUserId } from "./chat-accounts.ts";
import { readChatToken, signChatToken } from "./chat-token.ts";
import { insertChatUser } from "./chat-user-repository.ts";

const TOKEN_VALID_MS = 14 * 86_400_000;
const MIN_LOGIN_LENGTH = 3;
const MIN_PASSWORD_LENGTH = 3;
const MAX_LOGIN_LENGTH = 64;

export interface ChatAuthenticatorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: ChatAccounts;
  readonly authenticator: Authenticator;
  readonly hasher: PasswordHasher;
  readonly tokenKey: Uint8Array;
  /** What the console calls itself in its secret. */
  readonly appKey: string;
  /** Accounts can be made over chat itself: demo and tests only. */
  readonly hasOwnAccounts: boolean;
}

const FAILED: AuthOutcome = { kind: "failed" };
const MALFORMED: AuthOutcome = { kind: "malformed" };

/** Who somebody in chat is: by his account's access token, by a chat token, or, where allowed, by name and password. */
export class ServerChatAuthenticator implements ChatAuthenticator {
  readonly #deps: ChatAuthenticatorDeps;

  constructor(deps: ChatAuthenticatorDeps) {
    this.#deps = deps;
  }

  async login(scheme: string, secret: string): Promise<AuthOutcome> {
    const bytes = Buffer.from(secret, "base64");
    switch (scheme.toLowerCase()) {
      case "bearer":
        return this.#byBearer(bytes.toString("utf8"));
      case "token":
        return this.#byToken(bytes);
      case "basic":
        return this.#deps.hasOwnAccounts
          ? this.#byPassword(bytes.toString("utf8"))
          : { kind: "unknownScheme" };
      default:
        return { kind: "unknownScheme" };
    }
  }

  async createAccount(account: NewAccount): Promise<AccountOutcome> {
    if (!this.#deps.hasOwnAccounts) return { kind: "forbidden" };
    if (account.scheme !== "basic") return { kind: "unknownScheme" };
    const given = loginAndPassword(Buffer.from(account.secret, "base64").toString("utf8"));
    if (!given) return MALFORMED;
    const { login, password } = given;
    if (!isAcceptable(given)) return { kind: "policy" };
    const { database, clock, hasher } = this.#deps;
    if (await findChatLogin(database.query, login)) return { kind: "duplicate", what: "auth" };
    const passwordHash = await hasher.hash(password);
    const auth = parseMode(account.desc?.defacs?.auth ?? "") ?? NONE;
    const anon = parseMode(account.desc?.defacs?.anon ?? "") ?? NONE;
    const at = clock.now();
    const id = newChatUserId();
    const isAdded = await database.transaction(async (tx) => {
      await insertChatUser(tx.query, {
        id,
        accountId: null,
        customerId: null,
        state: "ok",
        defacs: { auth: auth === NONE ? USER_DEFAULT : auth, anon },
        public: account.desc?.public ?? undefined,
        trusted: undefined,
        private: account.desc?.private ?? undefined,
        findPrivate: undefined,
        tags: [`basic:${login}`, ...ownTags(account.tags)],
        userAgent: "",
        seenAt: undefined,
        createdAt: at,
        updatedAt: at,
      });
      return insertChatLogin(tx.query, login, { chat_user_id: id, password_hash: passwordHash });
    });
    return isAdded ? this.#admit(id, "auth") : { kind: "duplicate", what: "auth" };
  }

  async changeSecret(user: UserId, scheme: string, secret: string): Promise<AccountOutcome> {
    if (!this.#deps.hasOwnAccounts) return { kind: "forbidden" };
    if (scheme !== "basic") return { kind: "unknownScheme" };
    // The name may be left out: only the password changes.
    const given = loginAndPassword(Buffer.from(secret, "base64").toString("utf8"));
    if (!given) return MALFORMED;
    if (given.password.length < MIN_PASSWORD_LENGTH) return { kind: "policy" };
    const isChanged = await updateChatPassword(
      this.#deps.database.query,
      user,
      await this.#deps.hasher.hash(given.password),
    );
    return isChanged ? this.#admit(user, "auth") : FAILED;
  }

  async #byBearer(secret: string): Promise<AuthOutcome> {
    const [, appKey, token] = /^([^:]+):(.+)$/s.exec(secret) ?? [];
    if (token === undefined) return MALFORMED;
    if (appKey !== this.#deps.appKey) return FAILED;
    try {
      const actor = await this.#deps.authenticator.verify(token);
      if (!actor.features.has("teamChat")) return { kind: "forbidden" };
      return this.#admit(await this.#deps.accounts.userOf(actor), "auth");
    } catch (failure) {
      if (failure instanceof DomainError) return FAILED;
      throw failure;
    }
  }

  async #byToken(bytes: Buffer): Promise<AuthOutcome> {
    const { tokenKey, clock } = this.#deps;
    const claims = readChatToken(tokenKey, bytes, clock.now());
    return claims ? this.#admit(claims.user, claims.level) : FAILED;
  }

  async #byPassword(secret: string): Promise<AuthOutcome> {
    const given = loginAndPassword(secret);
    if (!given) return MALFORMED;
    const { database, hasher } = this.#deps;
    const stored = await findChatLogin(database.query, given.login);
    const isRight = await hasher.verify(stored?.password_hash ?? null, given.password);
    return stored && isRight ? this.#admit(stored.chat_user_id, "auth") : FAILED;
  }

  /** A token outlives what it was made for: whether its owner may still chat is asked each time. */
  async #admit(user: UserId, level: AuthLevel): Promise<AuthOutcome> {
    const { database, clock, tokenKey } = this.#deps;
    const account = await findAccountOfChatUser(database.query, user);
    if (!account) return FAILED;
    if (!account.isAllowed || account.state === "susp") return { kind: "forbidden" };
    const expiresAt = clock.now() + TOKEN_VALID_MS;
    return {
      kind: "ok",
      identity: { user, level, expiresAt, token: signChatToken(tokenKey, { user, level, expiresAt }) },
    };
  }
}

interface NameAndPassword {
  readonly login: string;
  readonly password: string;
}

function loginAndPassword(secret: string): NameAndPassword | undefined {
  const colon = secret.indexOf(":");
  if (colon === -1) return undefined;
  return { login: secret.slice(0, colon).trim().toLowerCase(), password: secret.slice(colon + 1) };
}

function isAcceptable({ login, password }: NameAndPassword): boolean {
  return (
    login.length >= MIN_LOGIN_LENGTH &&
    login.length <= MAX_LOGIN_LENGTH &&
    !/[\s,"]/.test(login) &&
    !login.includes("\u0000") &&
    password.length >= MIN_PASSWORD_LENGTH
  );
}

/** Nobody gives himself a tag that says who an account is. */
function ownTags(tags: readonly string[]): string[] {
  const normal = normalTags(DEFAULT_LIMITS, tags);
  return normal.filter((tag) => !/^(basic|acct|org):/.test(tag)).slice(0, DEFAULT_LIMITS.maxTagCount);
}
