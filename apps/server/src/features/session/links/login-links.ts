import type { NewLoginToken, SignedIn } from "@offhook/contract";
import type { Clock } from "@offhook/kernel";
import type { z } from "zod";
import type { Database } from "../../../database/database.ts";
import type { Actor, Caller } from "../../../platform/actor.ts";
import { hashToken, randomToken } from "../../../platform/secrets/secrets.ts";
import { lockAccount } from "../accounts/account-repository.ts";
import { loginLinkInvalid } from "../session-errors.ts";
import type { SignInContext, SignIns } from "../sessions/sign-ins.ts";
import { insertLoginToken, takeLoginToken } from "./login-token-repository.ts";

const LINK_MS = 300_000;

export interface LoginLinksDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly signIns: SignIns;
  readonly publicUrl: string;
}

/** A signed-in user takes the session to another device: the link carries both factors and works once. */
export class LoginLinks {
  readonly #deps: LoginLinksDeps;

  constructor(deps: LoginLinksDeps) {
    this.#deps = deps;
  }

  async create(actor: Actor): Promise<z.infer<typeof NewLoginToken>> {
    const { clock, database, publicUrl } = this.#deps;
    const id = randomToken();
    const expiresAt = clock.now() + LINK_MS;
    await database.transaction((tx) =>
      insertLoginToken(tx.query, {
        token_hash: hashToken(id),
        session_id: actor.sessionId,
        expires_at: new Date(expiresAt),
      }),
    );
    return { id, url: `${publicUrl}/loginToken/${id}`, expires_at: Math.floor(expiresAt / 1000) };
  }

  use(id: string, device: SignInContext["device"], caller: Caller): Promise<SignedIn> {
    const { clock, database, signIns } = this.#deps;
    return database.transaction(async (tx) => {
      const taken = await takeLoginToken(tx.query, hashToken(id), new Date(clock.now()));
      const account = taken && (await lockAccount(tx.query, taken.user_id));
      if (!account || account.isDisabled) throw loginLinkInvalid();
      const context: SignInContext = {
        wantsRefreshToken: true,
        device,
        formerSessionId: null,
        isKnownDevice: true,
        provider: null,
      };
      return signIns.complete(tx, account, context, caller);
    });
  }
}
