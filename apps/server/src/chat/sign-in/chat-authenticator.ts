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
import { type Clock, isStorable } from "@offhook/kernel";
import type { Database, Transaction } from "../../database/database.ts";
import {
  type ChatAccountState,
  type ChatAccounts,
  findAccountOfChatUser,
  insertChatUser,
  newChatUserId,
} from "../../features/teams/index.ts";
import type { Authenticator } from "../../platform/authenticator.ts";
import { DomainError } from "../../platform/domain-error.ts";
import type { PasswordHasher } from "../../platform/secrets/password-hasher.ts";
import { changeChatUserTags } from "./chat-credential-repository.ts";
import type { ChatCredentials } from "./chat-credentials.ts";
import {
  findChatLogin,
  findLoginOfChatUser,
  findPasswordOfChatUser,
  insertChatLogin,
  isLiveSessionOf,
  setChatLevel,
  updateChatLogin,
} from "./chat-login-repository.ts";
import type { ChatResets } from "./chat-resets.ts";
import {
  passwordMark,
  readChatToken,
  SHORTEST_TOKEN_BYTES,
  signChatToken,
  type TokenTie,
} from "./chat-token.ts";

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

/** Authenticates chat users: by an account's access token, by a chat token, or, where allowed, by name and password. */
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
    if (account.scheme === "anonymous") return this.#createAnonymous({ ...account, tags: [] });
    if (account.scheme !== "basic") return MALFORMED;
    const given = loginAndPassword(Buffer.from(account.secret, "base64").toString("utf8"));
    if (!given) return MALFORMED;
    if (!isAcceptable(given)) return { kind: "policy" };
    const taken: AccountOutcome = { kind: "duplicate", what: "auth" };
    if (await findChatLogin(database.query, given.login)) return taken;
    // Users cannot give themselves a tag that identifies an account.
    if (normalTags(DEFAULT_LIMITS, account.tags).some(isOwnTag)) return { kind: "forbidden" };
    const cred = credentials.given(account.cred);
    const missing = credentials.required.filter((method) => !cred.has(method));
    if (missing.length > 0) return { kind: "credentialsNeeded", missing };
    const passwordHash = await hasher.hash(given.password);
    const id = newChatUserId();
    const refusal = await database
      .transaction(async (tx): Promise<AccountOutcome | undefined> => {
        await this.#insertUser(tx, id, account, [`basic:${given.login}`]);
        const login = { chat_user_id: id, password_hash: passwordHash };
        if (!(await insertChatLogin(tx.query, given.login, login))) throw new AccountRefusal(taken);
        for (const [meth, value] of cred) {
          const problem = await credentials.requestWithin(tx, id, meth, value);
          if (problem) throw new AccountRefusal({ kind: "credential", problem, meth });
        }
        return undefined;
      })
      .catch(refusalWithin);
    if (refusal) return refusal;
    return this.#identity(id, "auth", await credentials.missing(id, false), this.#passwordTie(passwordHash));
  }

  /** A user without a name: the token is all they have, and they may do what others let strangers do. */
  async #createAnonymous(account: NewAccount): Promise<AccountOutcome> {
    const id = newChatUserId();
    await this.#deps.database.transaction(async (tx) => {
      await this.#insertUser(tx, id, account, []);
      await setChatLevel(tx.query, id, "anon");
    });
    return this.#identity(id, "anon", [], { kind: "nothing" });
  }

  async #insertUser(
    tx: Transaction,
    id: UserId,
    account: NewAccount,
    ownTags: readonly string[],
  ): Promise<void> {
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
      tags: [...ownTags, ...tags],
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
      const tie: TokenTie = { kind: "session", id: actor.sessionId };
      return this.#admit(await this.#deps.accounts.userOf(actor), "root", tie);
    } catch (failure) {
      if (failure instanceof DomainError) return FAILED;
      throw failure;
    }
  }

  async #byToken(bytes: Buffer): Promise<AuthOutcome> {
    const { tokenKey, clock } = this.#deps;
    if (bytes.length < SHORTEST_TOKEN_BYTES) return MALFORMED;
    const claims = readChatToken(tokenKey, bytes, clock.now());
    if (!claims || !(await this.#holds(claims.user, claims.tie))) return FAILED;
    return this.#admit(claims.user, claims.level, claims.tie);
  }

  /** A token is worth nothing once what it hangs on has ended, however long it would still be good. */
  async #holds(user: UserId, tie: TokenTie): Promise<boolean> {
    const { database, clock, tokenKey } = this.#deps;
    switch (tie.kind) {
      case "session":
        return isLiveSessionOf(database.query, tie.id, user, new Date(clock.now()));
      case "password": {
        const hash = await findPasswordOfChatUser(database.query, user);
        return hash !== undefined && passwordMark(tokenKey, hash) === tie.mark;
      }
      case "nothing":
        return true;
    }
  }

  async #byPassword(secret: string): Promise<AuthOutcome> {
    const given = loginAndPassword(secret);
    if (!given) return MALFORMED;
    const { database, hasher } = this.#deps;
    const stored = await findChatLogin(database.query, given.login);
    const isRight = await hasher.verify(stored?.password_hash ?? null, given.password);
    if (!stored || !isRight) return FAILED;
    return this.#admit(stored.chat_user_id, "root", this.#passwordTie(stored.password_hash));
  }

  /**
   * A token outlives its reason: each use asks whether its owner may still chat, and whether they are still
   * as much as `most`.
   */
  async #admit(user: UserId, most: AuthLevel, tie: TokenTie): Promise<AuthOutcome> {
    const { database, credentials } = this.#deps;
    const account = await findAccountOfChatUser(database.query, user);
    if (!account || !this.#isOfHere(account)) return FAILED;
    if (!this.#isUsable(account)) return { kind: "forbidden" };
    const level = most === "root" && account.level !== "root" ? "auth" : most;
    const missing = await credentials.missing(user, account.account_id !== null || level === "anon");
    return this.#identity(user, level, missing, tie);
  }

  #identity(user: UserId, level: AuthLevel, missing: readonly string[], tie: TokenTie): AuthOutcome {
    const { clock, tokenKey } = this.#deps;
    const expiresAt = clock.now() + TOKEN_VALID_MS;
    const token = signChatToken(tokenKey, { user, level, expiresAt, tie });
    const session = tie.kind === "session" ? tie.id : undefined;
    return { kind: "ok", identity: { user, level, expiresAt, token, missing, session } };
  }

  #passwordTie(passwordHash: string): TokenTie {
    return { kind: "password", mark: passwordMark(this.#deps.tokenKey, passwordHash) };
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
    isStorable(login) &&
    password.length >= MIN_PASSWORD_LENGTH
  );
}
