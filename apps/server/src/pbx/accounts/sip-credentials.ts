import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { SipSettings } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { SipAccount } from "@offhook/pbx";
import type { BaseLogger } from "pino";
import type { Database } from "../../database/database.ts";
import { findActiveLine } from "../../features/calls/index.ts";
import type { Actor } from "../../platform/actor.ts";
import {
  type CredentialRow,
  deleteCredentials,
  deleteExpiredCredentials,
  listCredentials,
  saveCredential,
} from "./sip-credential-repository.ts";

export interface SipCredentialsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly key: Uint8Array;
  readonly domain: string;
  readonly log: Pick<BaseLogger, "error">;
  /** Somebody asks how to register for this line, or opens a connection to do so. */
  readonly onWanted?: (endpointId: string) => void;
}

const LIFETIME_MS = 24 * 3_600_000;
/** A client that asks again gets a new term only when the old one is well used: most requests then write nothing. */
const RENEW_WITHIN_MS = 12 * 3_600_000;

/**
 * Names and passwords by which signed-in browsers register their phones. They are random, work for a day, over a
 * websocket of the same session and for one line only, and end with the session. The user's own password is never
 * used: SIP clients can only answer with a digest that needs it readable.
 */
export class SipCredentials {
  readonly #deps: SipCredentialsDeps;
  readonly #accounts = new Map<string, CredentialRow>();

  constructor(deps: SipCredentialsDeps) {
    this.#deps = deps;
  }

  /** Those of before a restart go on: browsers that register again need nothing new. */
  async load(): Promise<void> {
    const { database, clock } = this.#deps;
    const now = new Date(clock.now());
    await deleteExpiredCredentials(database.query, now);
    const rows = await listCredentials(database.query, now);
    this.#accounts.clear();
    for (const row of rows) this.#accounts.set(row.username, row);
  }

  /** For the user's active line; null for a user without a line. */
  async issue(actor: Actor): Promise<SipSettings | null> {
    const { database, clock } = this.#deps;
    const line = await findActiveLine(database.query, actor);
    if (!line) return null;
    const now = clock.now();
    const known = this.#find(actor.sessionId, line.id);
    const row =
      known && known.expires_at.getTime() - now > RENEW_WITHIN_MS
        ? known
        : await saveCredential(database.query, {
            username: `web-${randomBytes(12).toString("hex")}`,
            session_id: actor.sessionId,
            user_id: actor.userId,
            customer_id: actor.customerId,
            phone_id: line.id,
            expires_at: new Date(now + LIFETIME_MS),
          });
    this.#accounts.set(row.username, row);
    this.#deps.onWanted?.(String(line.id));
    return this.#settingsOf(row, line.name);
  }

  /** The name by which the browser of a session registers for a line; undefined before it has asked. */
  usernameOf(sessionId: string, phoneId: number): string | undefined {
    return this.#find(sessionId, phoneId)?.username;
  }

  /** Whose browsers may register for this line. */
  usersOf(endpointId: string): ReadonlySet<number> {
    const now = this.#deps.clock.now();
    const users = new Set<number>();
    for (const row of this.#accounts.values())
      if (String(row.phone_id) === endpointId && row.expires_at.getTime() > now) users.add(row.user_id);
    return users;
  }

  account(username: string): SipAccount | undefined {
    const row = this.#accounts.get(username);
    if (!row || row.expires_at.getTime() <= this.#deps.clock.now()) return undefined;
    return {
      username,
      secret: { kind: "password", password: this.#derive("password", username) },
      companyId: String(row.customer_id),
      endpointId: String(row.phone_id),
      userId: String(row.user_id),
      flowContext: row.session_id,
      expiresAt: row.expires_at.getTime(),
    };
  }

  /** The session that a websocket's ticket belongs to; undefined for one that is false or whose session is over. */
  sessionOf(ticket: string): string | undefined {
    const [username = "", signature = ""] = ticket.split(".");
    const expected = Buffer.from(this.#derive("ticket", username));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const account = this.account(username);
    if (account) this.#deps.onWanted?.(account.endpointId);
    return account?.flowContext;
  }

  /** Returns the names that are worth nothing any more. */
  revoke(sessionIds: readonly string[]): readonly string[] {
    const ended = new Set(sessionIds);
    const revoked = [...this.#accounts].flatMap(([username, row]) =>
      ended.has(row.session_id) ? [username] : [],
    );
    for (const username of revoked) this.#accounts.delete(username);
    deleteCredentials(this.#deps.database.query, sessionIds).catch((error: unknown) =>
      this.#deps.log.error({ err: error }, "SIP credentials of ended sessions could not be deleted"),
    );
    return revoked;
  }

  #find(sessionId: string, phoneId: number): CredentialRow | undefined {
    for (const row of this.#accounts.values()) {
      if (row.session_id === sessionId && row.phone_id === phoneId) return row;
    }
    return undefined;
  }

  #settingsOf({ username, expires_at }: CredentialRow, phone: string): SipSettings {
    const { domain } = this.#deps;
    return {
      phone,
      uri: `sip:${username}@${domain}`,
      username,
      password: this.#derive("password", username),
      realm: domain,
      ws_url: `/sip?ticket=${username}.${this.#derive("ticket", username)}`,
      expires_at: Math.floor(expires_at.getTime() / 1000),
    };
  }

  #derive(purpose: "password" | "ticket", username: string): string {
    return createHmac("sha256", this.#deps.key).update(`${purpose} ${username}`).digest("base64url");
  }
}
