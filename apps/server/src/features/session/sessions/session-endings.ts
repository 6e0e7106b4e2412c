import { channelName } from "@offhook/contract";
import { type Clock, Emitter } from "@offhook/kernel";
import type { Transaction } from "../../../database/database.ts";
import type { AccessTokens } from "../tokens/access-tokens.ts";
import { type EndReason, endSessions, type SessionFilter } from "./session-repository.ts";

export type SessionsEndedListener = (sessionIds: readonly string[], reason: EndReason) => void;

export interface SessionEndingsDeps {
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
}

/** The one way a session ends, whatever the reason: its tokens are worthless from the commit on. */
export class SessionEndings {
  readonly #deps: SessionEndingsDeps;
  readonly #emitter = new Emitter<{
    ended: { readonly ids: readonly string[]; readonly reason: EndReason };
  }>();

  constructor(deps: SessionEndingsDeps) {
    this.#deps = deps;
  }

  onEnded(listener: SessionsEndedListener): () => void {
    return this.#emitter.on("ended", ({ ids, reason }) => listener(ids, reason));
  }

  async end(
    tx: Transaction,
    filter: SessionFilter & { readonly customerId: number },
    reason: EndReason,
  ): Promise<number> {
    const at = new Date(this.#deps.clock.now());
    const ids = await endSessions(tx.query, filter, { at, reason });
    if (ids.length === 0) return 0;
    publishSessionsChanged(tx, filter);
    tx.onCommit(() => {
      this.#deps.accessTokens.forgetSessions(ids);
      this.#emitter.emit("ended", { ids, reason });
    });
    return ids.length;
  }
}

export function publishSessionsChanged(
  tx: Transaction,
  user: { readonly userId: number; readonly customerId: number },
): void {
  tx.publish({
    customerId: user.customerId,
    channel: channelName("user", user.userId),
    event: { type: "SESSIONS_CHANGED" },
  });
}
