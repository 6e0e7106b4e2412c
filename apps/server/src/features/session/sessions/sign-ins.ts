import { randomUUID } from "node:crypto";
import type { SignedIn } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import { z } from "zod";
import type { Transaction } from "../../../database/database.ts";
import type { Caller } from "../../../platform/actor.ts";
import { hashToken } from "../../../platform/secrets/secrets.ts";
import type { Account } from "../accounts/account-repository.ts";
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from "../tokens/access-tokens.ts";
import { findRefreshToken } from "../tokens/refresh-token-repository.ts";
import type { RefreshTokens } from "../tokens/refresh-tokens.ts";
import { deviceName } from "./device-name.ts";
import { publishSessionsChanged, type SessionEndings } from "./session-endings.ts";
import {
  continueSession,
  insertSession,
  lockSession,
  lockSessionOfDevice,
  noteSessionUse,
  type SessionRow,
} from "./session-repository.ts";

/** What a sign-in brings along besides the proof of who it is. Kept while a second factor is asked for. */
export const SignInContext = z.object({
  wantsRefreshToken: z.boolean(),
  device: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The session of the refresh token that a returning device has shown. */
  formerSessionId: z.string().nullable(),
  isKnownDevice: z.boolean(),
  provider: z.enum(["google", "microsoft"]).nullable(),
});
export type SignInContext = z.infer<typeof SignInContext>;

export interface SignInsDeps {
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly refreshTokens: RefreshTokens;
  readonly endings: SessionEndings;
}

/** The last step of every way to sign in: from a proved account to a session and its tokens. */
export class SignIns {
  readonly #deps: SignInsDeps;

  constructor(deps: SignInsDeps) {
    this.#deps = deps;
  }

  /** The caller holds the account's lock. */
  async complete(
    tx: Transaction,
    account: Account,
    context: SignInContext,
    caller: Caller,
  ): Promise<SignedIn> {
    const session =
      (await this.#continueSession(tx, account, context, caller)) ??
      (await this.#openSession(tx, account, context, caller));
    const refresh = context.wantsRefreshToken
      ? await this.#deps.refreshTokens.startFamily(tx, session)
      : undefined;
    publishSessionsChanged(tx, account);
    const token = await this.#deps.accessTokens.issue({
      userId: account.userId,
      customerId: account.customerId,
      sessionId: session.id,
      generation: refresh?.generation ?? 0,
    });
    return {
      token,
      refreshToken: refresh?.token ?? null,
      expires_in: ACCESS_TOKEN_SECONDS,
      isGoogleLogin: context.provider === "google",
      isMicrosoftLogin: context.provider === "microsoft",
    };
  }

  async #continueSession(
    tx: Transaction,
    account: Account,
    context: SignInContext,
    caller: Caller,
  ): Promise<SessionRow | undefined> {
    const session = await this.#findFormerSession(tx, account, context);
    if (!session) return undefined;
    const now = this.#deps.clock.now();
    if (session.expires_at.getTime() <= now) {
      await this.#deps.endings.end(tx, { ...account, id: session.id }, "expired");
      return undefined;
    }
    await continueSession(tx.query, session.id, {
      device_id: context.device?.id ?? session.device_id,
      device_name: deviceName(context.device?.name, caller.userAgent),
      address: caller.address,
      expires_at: new Date(Math.max(session.expires_at.getTime(), now + ACCESS_TOKEN_SECONDS * 1000)),
    });
    await noteSessionUse(tx.query, session.id, { at: new Date(now), generation: 0 });
    return session;
  }

  async #findFormerSession(
    tx: Transaction,
    { userId }: Account,
    { device, formerSessionId }: SignInContext,
  ): Promise<SessionRow | undefined> {
    const ofDevice = device && (await lockSessionOfDevice(tx.query, userId, device.id));
    if (ofDevice) return ofDevice;
    const former = formerSessionId === null ? undefined : await lockSession(tx.query, formerSessionId);
    if (!former || former.user_id !== userId || former.ended_at) return undefined;
    // The token may have been copied to another device, which then needs an entry of its own.
    const isSameDevice = !device || former.device_id === null || former.device_id === device.id;
    return isSameDevice ? former : undefined;
  }

  async #openSession(
    tx: Transaction,
    account: Account,
    { device }: SignInContext,
    caller: Caller,
  ): Promise<SessionRow> {
    const id = randomUUID();
    const now = this.#deps.clock.now();
    await insertSession(tx.query, {
      id,
      user_id: account.userId,
      device_id: device?.id ?? null,
      device_name: deviceName(device?.name, caller.userAgent),
      address: caller.address,
      created_at: new Date(now),
      last_used_at: new Date(now),
      expires_at: new Date(now + ACCESS_TOKEN_SECONDS * 1000),
    });
    const session = await lockSession(tx.query, id);
    if (!session) throw new Error(`Session ${id} vanished within its own transaction`);
    return session;
  }
}

/** The session a refresh token belongs to, whether the token is still good or not. */
export async function sessionOfRefreshToken(
  tx: Pick<Transaction, "query">,
  token: string | null | undefined,
): Promise<string | null> {
  if (!token) return null;
  const row = await findRefreshToken(tx.query, hashToken(token));
  return row?.session_id ?? null;
}
