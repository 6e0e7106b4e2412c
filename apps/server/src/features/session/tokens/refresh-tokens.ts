import { randomBytes } from "node:crypto";
import type { RefreshResult } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { Database, Transaction } from "../../../database/database.ts";
import type { Caller } from "../../../platform/actor.ts";
import { hashToken, randomToken, type Secrets } from "../../../platform/secrets/secrets.ts";
import { findAccount } from "../accounts/account-repository.ts";
import { sessionGone } from "../session-errors.ts";
import type { SessionEndings } from "../sessions/session-endings.ts";
import {
  continueSession,
  lockSession,
  noteSessionUse,
  type SessionRow,
} from "../sessions/session-repository.ts";
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from "./access-tokens.ts";
import { decideRefresh, successorOf } from "./refresh-rotation.ts";
import {
  findEndReason,
  findRefreshToken,
  insertRefreshToken,
  listSuccessorSalts,
  markRotated,
  type RefreshTokenRow,
} from "./refresh-token-repository.ts";

export const REFRESH_TOKEN_SECONDS = 2_505_600;
const SALT_BYTES = 32;

export interface RefreshTokensDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly accessTokens: AccessTokens;
  readonly endings: SessionEndings;
}

interface IssuedToken {
  readonly token: string;
  readonly generation: number;
}

export class RefreshTokens {
  readonly #deps: RefreshTokensDeps;
  readonly #key: Uint8Array;

  constructor(deps: RefreshTokensDeps) {
    this.#deps = deps;
    this.#key = deps.secrets.key("refresh-token");
  }

  /** Begins a new family on a session that the caller has locked. Tokens of its former families are refused from now on. */
  async startFamily(tx: Transaction, session: SessionRow): Promise<IssuedToken> {
    const token = randomToken();
    const generation = session.refresh_generation + 1;
    await this.#store(tx, token, { session_id: session.id, family: session.refresh_family + 1, generation });
    return { token, generation };
  }

  async refresh(token: string, caller: Caller): Promise<RefreshResult> {
    const result = await this.#deps.database.transaction((tx) => this.#refreshIn(tx, token, caller));
    // Thrown after the commit: a theft that was noticed must stay written down.
    if (!result) throw sessionGone(await findEndReason(this.#deps.database.query, hashToken(token)));
    return result;
  }

  async #refreshIn(tx: Transaction, token: string, caller: Caller): Promise<RefreshResult | undefined> {
    const sessionId = (await findRefreshToken(tx.query, hashToken(token)))?.session_id;
    // The lock lets two that come together pass one after the other. What they find may then have changed.
    const session = sessionId === undefined ? undefined : await lockSession(tx.query, sessionId);
    const presented = session && (await findRefreshToken(tx.query, hashToken(token)));
    const account = session && (await findAccount(tx.query, session.user_id));
    if (!session || !presented || !account || account.isDisabled) return undefined;

    const issued = await this.#decide(tx, token, presented, session, account.customerId);
    if (!issued) return undefined;
    const at = new Date(this.#deps.clock.now());
    await continueSession(tx.query, session.id, { address: caller.address });
    await noteSessionUse(tx.query, session.id, { at, generation: presented.generation });
    return {
      token: await this.#deps.accessTokens.issue({
        userId: account.userId,
        customerId: account.customerId,
        sessionId: session.id,
        generation: issued.generation,
      }),
      refreshToken: issued.token,
      expires_in: ACCESS_TOKEN_SECONDS,
    };
  }

  async #decide(
    tx: Transaction,
    token: string,
    presented: RefreshTokenRow,
    session: SessionRow,
    customerId: number,
  ): Promise<IssuedToken | undefined> {
    const decision = decideRefresh(
      {
        family: presented.family,
        generation: presented.generation,
        expiresAt: presented.expires_at.getTime(),
        rotatedAt: presented.rotated_at?.getTime() ?? null,
      },
      {
        family: session.refresh_family,
        generation: session.refresh_generation,
        confirmedGeneration: session.confirmed_generation,
        hasEnded: session.ended_at !== null,
      },
      this.#deps.clock.now(),
    );
    switch (decision) {
      case "rotate":
        return this.#rotate(tx, token, presented);
      case "repeat":
        return this.#repeat(tx, token, presented, session);
      case "refuse":
        return undefined;
      case "revoke":
        await this.#deps.endings.end(
          tx,
          { userId: session.user_id, customerId, id: session.id },
          "tokenReused",
        );
        return undefined;
    }
  }

  async #rotate(tx: Transaction, token: string, presented: RefreshTokenRow): Promise<IssuedToken> {
    const salt = randomBytes(SALT_BYTES);
    const successor = successorOf(this.#key, token, salt);
    const generation = presented.generation + 1;
    await markRotated(tx.query, presented.token_hash, { at: new Date(this.#deps.clock.now()), salt });
    await this.#store(tx, successor, {
      session_id: presented.session_id,
      family: presented.family,
      generation,
    });
    return { token: successor, generation };
  }

  /** The newest token of the family, which may be several steps on when a client refreshed twice in a moment. */
  async #repeat(
    tx: Transaction,
    token: string,
    presented: RefreshTokenRow,
    session: SessionRow,
  ): Promise<IssuedToken> {
    const salts = await listSuccessorSalts(tx.query, session.id, presented.generation);
    const newest = salts.reduce((each, salt) => successorOf(this.#key, each, salt), token);
    return { token: newest, generation: session.refresh_generation };
  }

  #store(
    tx: Transaction,
    token: string,
    row: Pick<RefreshTokenRow, "session_id" | "family" | "generation">,
  ): Promise<void> {
    const expiresAt = new Date(this.#deps.clock.now() + REFRESH_TOKEN_SECONDS * 1000);
    return insertRefreshToken(tx.query, { ...row, token_hash: hashToken(token), expires_at: expiresAt });
  }
}
