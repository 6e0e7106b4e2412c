import type { Clock } from "@offhook/kernel";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Database } from "../../../database/database.ts";
import type { Actor } from "../../../platform/actor.ts";
import type { Authenticator } from "../../../platform/authenticator.ts";
import { GatheredReads } from "../../../platform/gathered-reads.ts";
import type { Secrets } from "../../../platform/secrets/secrets.ts";
import { sessionGone, tokenExpired } from "../session-errors.ts";
import {
  type EndReason,
  findSessionsForTokens,
  noteSessionUses,
  type SessionUse,
} from "../sessions/session-repository.ts";
import { ActorCache } from "./actor-cache.ts";
import { featuresOf } from "./features-of.ts";

export const ACCESS_TOKEN_SECONDS = 900;

const ALGORITHM = "HS256";
const ISSUER = "offhook";
const AUDIENCE = "offhook/access";
const CACHE_LIMIT = 20_000;
/** A list of devices does not need to be more exact, and most checks then write nothing. */
const USE_NOTED_EVERY_MS = 60_000;
const MAX_TOKEN_LENGTH = 4_000;
const MAX_READS = 3;

const Claims = z.object({
  sub: z.coerce.number().int(),
  sid: z.string(),
  /** The generation of the refresh token that came with it; 0 when none did. */
  gen: z.number().int(),
  exp: z.number(),
});
type Claims = z.infer<typeof Claims>;

type SessionRow = Awaited<ReturnType<typeof findSessionsForTokens>>[number];

export interface AccessTokenSubject {
  readonly userId: number;
  readonly customerId: number;
  readonly sessionId: string;
  readonly generation: number;
}

export interface AccessTokensDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly cacheLimit?: number;
}

export class AccessTokens implements Authenticator {
  readonly #deps: AccessTokensDeps;
  readonly #key: Uint8Array;
  readonly #cache: ActorCache;
  /** After a restart everybody's token is unknown at once. */
  readonly #rows: GatheredReads<string, SessionRow | undefined>;
  readonly #uses: GatheredReads<SessionUse & { readonly id: string }, void>;
  #endings = 0;

  constructor(deps: AccessTokensDeps) {
    this.#deps = deps;
    this.#rows = new GatheredReads(async (ids) => {
      const rows = await findSessionsForTokens(deps.database.query, ids);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => byId.get(id));
    });
    this.#uses = new GatheredReads(async (uses) => {
      await noteSessionUses(deps.database.query, uses);
      return uses.map(() => undefined);
    });
    this.#key = deps.secrets.key("access-token");
    this.#cache = new ActorCache(deps.cacheLimit ?? CACHE_LIMIT);
  }

  issue({ userId, customerId, sessionId, generation }: AccessTokenSubject): Promise<string> {
    const now = Math.floor(this.#deps.clock.now() / 1000);
    return new SignJWT({ cid: customerId, sid: sessionId, gen: generation })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(userId))
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
      .sign(this.#key);
  }

  cached(token: string): Actor | undefined {
    return this.#cache.get(token, this.#deps.clock.now());
  }

  async verify(token: string): Promise<Actor> {
    const cached = this.cached(token);
    if (cached) return cached;
    const claims = await this.#readClaims(token);
    for (let attempt = 0; attempt < MAX_READS; attempt++) {
      const endingsBefore = this.#endings;
      const actor = await this.#loadActor(claims);
      // A session that ended while its row was being read may be this one: what was read is then worth nothing.
      if (endingsBefore !== this.#endings) continue;
      this.#cache.set(token, actor, claims.exp * 1000);
      return actor;
    }
    // So many sessions end at the moment that none can be remembered; this one runs as far as anyone knows.
    return this.#loadActor(claims);
  }

  forgetSessions(sessionIds: readonly string[]): void {
    this.#endings++;
    for (const id of sessionIds) this.#cache.deleteSession(id);
  }

  /** For a change of roles: the next request of this user finds the new ones. */
  forgetUser(userId: number): void {
    this.#endings++;
    this.#cache.deleteUser(userId);
  }

  async #readClaims(token: string): Promise<Claims> {
    if (token.length > MAX_TOKEN_LENGTH) throw tokenExpired();
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: new Date(this.#deps.clock.now()),
      });
      return Claims.parse(payload);
    } catch {
      throw tokenExpired();
    }
  }

  async #loadActor(claims: Claims): Promise<Actor> {
    const row = await this.#rows.get(claims.sid);
    if (!row || row.user_id !== claims.sub) throw sessionGone();
    if (row.disabled_at) throw sessionGone("userDisabled");
    if (row.ended_at) throw sessionGone(row.end_reason as EndReason);

    const now = this.#deps.clock.now();
    const isStale = now - row.last_used_at.getTime() >= USE_NOTED_EVERY_MS;
    if (isStale || claims.gen > row.confirmed_generation) {
      await this.#uses.get({ id: claims.sid, at: new Date(now), generation: claims.gen });
    }
    return {
      userId: row.user_id,
      customerId: row.customer_id,
      sessionId: claims.sid,
      features: featuresOf(row.roles, { chatDisabled: row.chat_disabled }),
    };
  }
}
