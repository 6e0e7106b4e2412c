import {
  type AccountOutcome,
  type AuthLevel,
  type AuthOutcome,
  type ChatAuthenticator,
  DEFAULT_LIMITS,
  isOwnTag,
  ME_MODE,
  type NewAccount,
  NONE,
  normalTags,
  parseMode,
  type SecretOutcome,
  USER_DEFAULT,
  type UserId,
} from "@offhook/chat";
import type { ChatCredential } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../database/database.ts";
import type { Authenticator } from "../platform/authenticator.ts";
import { DomainError } from "../platform/domain-error.ts";
import type { PasswordHasher } from "../platform/password-hasher.ts";
import {
  type ChatAccountState,
  findAccountOfChatUser,
  findChatLogin,
  findLoginOfChatUser,
  insertChatLogin,
  updateChatLogin,
} from "./chat-account-repository.ts";
import { type ChatAccounts, newChatUserId } from "./chat-accounts.ts";
import { changeChatUserTags } from "./chat-credential-repository.ts";
import type { ChatCredentials } from "./chat-credentials.ts";
import type { ChatResets } from "./chat-resets.ts";
import { CHAT_TOKEN_BYTES, readChatToken, signChatToken } from "./chat-token.ts";
import { insertChatUser } from "./chat-user-repository.ts";

const TOKEN_VALID_MS = 14 * 86_400_000;
const MIN_LOGIN_LENGTH = 3;
const MIN_PASSWORD_LENGTH = 3;
const MAX_LOGIN_LENGTH = 64;

export interface ChatAuthenticatorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: ChatAccounts;
  readonly credentials: ChatCredentials;
  readonly resets: ChatResets;
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

  async login(scheme: string, secret: string, cred: readonly ChatCredential[]): Promise<AuthOutcome> {
    const outcome = await this.#identify(scheme, secret);
    if (outcome.kind !== "ok" || outcome.identity.missing.length === 0) return outcome;
    return this.#confirm(outcome, cred);
  }

  /** Codes that came with the login; a wrong one leaves things as they are. */
  async #confirm(
    outcome: Extract<AuthOutcome, { kind: "ok" }>,
    cred: readonly ChatCredential[],
  ): Promise<AuthOutcome> {
    const { identity } = outcome;
    const missing = new Set(identity.missing);
    for (const { meth, resp } of cred) {
      if (!meth || !resp || !missing.has(meth)) continue;
      const confirmed = await this.#deps.credentials.confirm(identity.user, meth, resp);
      if (confirmed.kind === "done") missing.delete(meth);
      else if (confirmed.kind === "refused" && confirmed.problem !== "wrongCode")
        return { kind: "credential", problem: confirmed.problem, meth };
    }
    return { kind: "ok", identity: { ...identity, missing: [...missing] } };
  }

  async #identify(scheme: string, secret: string): Promise<AuthOutcome> {
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
    const { hasOwnAccounts, credentials, database, hasher } = this.#deps;
    if (!hasOwnAccounts) return { kind: "forbidden" };
    if (account.scheme !== "basic") return MALFORMED;
    const given = loginAndPassword(Buffer.from(account.secret, "base64").toString("utf8"));
    if (!given) return MALFORMED;
    if (!isAcceptable(given)) return { kind: "policy" };
    const taken: AccountOutcome = { kind: "duplicate", what: "auth" };
    if (await findChatLogin(database.query, given.login)) return taken;
    // Nobody gives himself a word that says who an account is.
    if (normalTags(DEFAULT_LIMITS, account.tags).some(isOwnTag)) return { kind: "forbidden" };
    const cred = credentials.given(account.cred);
    const missing = credentials.required.filter((method) => !cred.has(method));
    if (missing.length > 0) return { kind: "credentialsNeeded", missing };
    const passwordHash = await hasher.hash(given.password);
    const id = newChatUserId();
    const refusal = await database
      .transaction(async (tx): Promise<AccountOutcome | undefined> => {
        await this.#insertUser(tx, id, account, given.login);
        const login = { chat_user_id: id, password_hash: passwordHash };
        if (!(await insertChatLogin(tx.query, given.login, login))) throw new AccountRefusal(taken);
        for (const [meth, value] of cred) {
          const problem = await credentials.requestWithin(tx, id, meth, value);
          if (problem) throw new AccountRefusal({ kind: "credential", problem, meth });
        }
        return undefined;
      })
      .catch(refusalWithin);
    return refusal ?? this.#identity(id, "auth", await credentials.missing(id, false));
  }

  async #insertUser(tx: Transaction, id: UserId, account: NewAccount, login: string): Promise<void> {
    const { desc, state } = account;
    const auth = parseMode(desc?.defacs?.auth ?? "") ?? NONE;
    const anon = parseMode(desc?.defacs?.anon ?? "") ?? NONE;
    const tags = normalTags(DEFAULT_LIMITS, account.tags).slice(0, DEFAULT_LIMITS.maxTagCount);
    const at = this.#deps.clock.now();
    await insertChatUser(tx.query, {
      id,
      accountId: null,
      customerId: null,
      state,
      defacs: { auth: auth === NONE ? USER_DEFAULT : auth, anon },
      meWant: ME_MODE,
      public: desc?.public ?? undefined,
      trusted: desc?.trusted ?? undefined,
      private: desc?.private ?? undefined,
      findPrivate: undefined,
      tags: [`basic:${login}`, ...tags],
      userAgent: "",
      seenAt: undefined,
      createdAt: at,
      updatedAt: at,
    });
  }

  async changeSecret(user: UserId, scheme: string, secret: string): Promise<SecretOutcome> {
    const { hasOwnAccounts, database, hasher } = this.#deps;
    if (!hasOwnAccounts) return { kind: "forbidden" };
    if (scheme !== "basic") return MALFORMED;
    const given = loginAndPassword(Buffer.from(secret, "base64").toString("utf8"));
    if (!given) return MALFORMED;
    if (given.password.length < MIN_PASSWORD_LENGTH) return { kind: "policy" };
    const passwordHash = await hasher.hash(given.password);
    return database.transaction(async (tx): Promise<SecretOutcome> => {
      const before = await findLoginOfChatUser(tx.query, user);
      if (before === undefined) return FAILED;
      // The name may be left out: only the password changes.
      const login = given.login === "" ? before : given.login;
      if (login !== before) {
        if (!isAcceptable(given)) return { kind: "policy" };
        if (await findChatLogin(tx.query, login)) return { kind: "duplicate", what: "auth" };
        await changeChatUserTags(tx.query, user, { add: `basic:${login}`, remove: `basic:${before}` });
      }
      await updateChatLogin(tx.query, before, { login, passwordHash });
      return { kind: "ok" };
    });
  }

  async userOfOneTimeSecret(
    scheme: string,
    secret: string,
  ): Promise<UserId | "failed" | "malformed" | "unknownScheme"> {
    const { hasOwnAccounts, resets } = this.#deps;
    if (!hasOwnAccounts) return "unknownScheme";
    if (scheme === "code") return resets.take(Buffer.from(secret, "base64").toString("utf8"));
    const outcome = await this.#identify(scheme, secret);
    if (outcome.kind === "ok") return outcome.identity.user;
    return outcome.kind === "malformed" || outcome.kind === "unknownScheme" ? outcome.kind : "failed";
  }

  async requestReset(secret: string): Promise<"done" | "malformed" | "unsupported"> {
    if (!this.#deps.hasOwnAccounts) return "unsupported";
    return this.#deps.resets.request(Buffer.from(secret, "base64").toString("utf8"));
  }

  async isRoot(user: UserId): Promise<boolean> {
    const account = await findAccountOfChatUser(this.#deps.database.query, user);
    return account !== undefined && account.level === "root" && this.#isUsable(account);
  }

  async #byBearer(secret: string): Promise<AuthOutcome> {
    const [, appKey, token] = /^([^:]+):(.+)$/s.exec(secret) ?? [];
    if (token === undefined) return MALFORMED;
    if (appKey !== this.#deps.appKey) return FAILED;
    try {
      const actor = await this.#deps.authenticator.verify(token);
      if (!actor.features.has("teamChat")) return { kind: "forbidden" };
      return this.#admit(await this.#deps.accounts.userOf(actor), "root");
    } catch (failure) {
      if (failure instanceof DomainError) return FAILED;
      throw failure;
    }
  }

  async #byToken(bytes: Buffer): Promise<AuthOutcome> {
    const { tokenKey, clock } = this.#deps;
    if (bytes.length < CHAT_TOKEN_BYTES) return MALFORMED;
    const claims = readChatToken(tokenKey, bytes, clock.now());
    return claims ? this.#admit(claims.user, claims.level) : FAILED;
  }

  async #byPassword(secret: string): Promise<AuthOutcome> {
    const given = loginAndPassword(secret);
    if (!given) return MALFORMED;
    const { database, hasher } = this.#deps;
    const stored = await findChatLogin(database.query, given.login);
    const isRight = await hasher.verify(stored?.password_hash ?? null, given.password);
    return stored && isRight ? this.#admit(stored.chat_user_id, "root") : FAILED;
  }

  /**
   * A token outlives what it was made for: whether its owner may still chat is asked each time, and whether he is still
   * as much as `most`.
   */
  async #admit(user: UserId, most: AuthLevel): Promise<AuthOutcome> {
    const { database, credentials } = this.#deps;
    const account = await findAccountOfChatUser(database.query, user);
    if (!account || !this.#isOfHere(account)) return FAILED;
    if (!this.#isUsable(account)) return { kind: "forbidden" };
    const level = most === "root" && account.level !== "root" ? "auth" : most;
    return this.#identity(user, level, await credentials.missing(user, account.account_id !== null));
  }

  #identity(user: UserId, level: AuthLevel, missing: readonly string[]): AuthOutcome {
    const { clock, tokenKey } = this.#deps;
    const expiresAt = clock.now() + TOKEN_VALID_MS;
    const token = signChatToken(tokenKey, { user, level, expiresAt });
    return { kind: "ok", identity: { user, level, expiresAt, token, missing } };
  }

  /** Accounts that were made over chat end with the demo, whatever they were given in it. */
  #isOfHere({ account_id }: ChatAccountState): boolean {
    return account_id !== null || this.#deps.hasOwnAccounts;
  }

  #isUsable(account: ChatAccountState): boolean {
    return this.#isOfHere(account) && account.isAllowed && account.state !== "susp";
  }
}

/** Takes back everything that was written for an account that cannot be made. */
class AccountRefusal extends Error {
  readonly outcome: AccountOutcome;

  constructor(outcome: AccountOutcome) {
    super(outcome.kind);
    this.outcome = outcome;
  }
}

function refusalWithin(failure: unknown): AccountOutcome {
  if (failure instanceof AccountRefusal) return failure.outcome;
  throw failure;
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
